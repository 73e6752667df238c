/** Expressions of SQL by which messages of a recipient are found. */
export interface RecipientMessages {
  readonly account: string
  /** The last four digits of the number, with which the index of recipients begins. */
  readonly last4: string
  readonly hash: string
  /** The least id that is found, and the id before which all are. PostgreSQL looks into no other partition. */
  readonly first: string
  readonly last: string
}

/**
 * The condition for the messages `m` of a recipient, with NEWEST_FIRST as their order. Together they name the index of
 * recipients: no other has this order over the partitions. With an equality of hashes and the order of ids, the primary
 * key has it too, seems to cost as little where accounts have few messages on average, and reads all of the account.
 */
export const ofRecipient = ({ account, last4, hash, first, last }: RecipientMessages): string =>
  `m.account_id = ${account} and m.to_last4 = ${last4} and m.id >= ${first} and m.id < ${last}
     and (m.to_hash, m.id) >= (${hash}, ${first}) and (m.to_hash, m.id) < (${hash}, ${last})`

export const NEWEST_FIRST = 'm.to_hash desc, m.id desc'

/** The last four digits of a number in E.164. */
export const lastFour = (to: string): string => to.slice(-4)

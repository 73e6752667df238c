import type { AccountId } from '@hongyan/contract/ids'
import { statement, type Tx } from '../../../db/tx.ts'

const ERASE = statement(
  'listed_recipient.erase',
  `update listed_recipient set recipient = null, to_last4 = '', note = '', message_id = null
   where account_id = $1 and to_hash = $2 and to_last4 <> '' returning id`,
)

/**
 * Erases a number from the list of an account. Its entries stay in force by the hash alone, because a person who opted
 * out and then had their data erased still wants no messages. Returns the number of entries.
 */
export const eraseListed = async (tx: Tx, account: AccountId, toHash: Buffer): Promise<number> =>
  (await tx.run(ERASE, [account, toHash])).length

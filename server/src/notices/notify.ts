import type { AccountId } from '@hongyan/contract/ids'
import type { NoticeChannel, NoticeKind, NoticeValues } from '@hongyan/contract/vocabulary/notice'
import { statement, type Tx } from '../db/tx.ts'
import { uuidv7 } from '../kit/ids.ts'
import { channelsFor, type Chosen, type ContactDetails } from './channels.ts'
import { collectNotice } from './webhook-event.ts'

export interface Address {
  readonly channel: NoticeChannel
  readonly address: string
}

/** A notice of any kind, with the values of that kind. */
export type OwnerNotice = { [K in NoticeKind]: NoticeOf<K> }[NoticeKind]

interface NoticeOf<K extends NoticeKind> {
  readonly account: AccountId
  readonly kind: K
  readonly values: NoticeValues[K]
  readonly at: Date
  /** A UUIDv7 of the event; a second notice with the same id is dropped. */
  readonly id?: string
  /** Further addresses, regardless of the owner's choice: an address that the account had until now. */
  readonly also?: readonly Address[]
  /** Shows the notice at the bell only, where another notice of the same moment is delivered. */
  readonly onlyBell?: true
}

const OWNER = statement(
  'notice.owner',
  `select a.email, a.phone, p.kinds -> $2 as chosen
     from account a left join notice_preference p on p.account_id = a.id where a.id = $1`,
)

/** The most text messages of one kind that an account gets in a day, because each of them costs money. */
const TEXTS_A_DAY = 20

const NOTIFY = statement(
  'notice.insert',
  `with made as (
     insert into notice (account_id, id, kind, details, at) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning account_id, id
   )
   insert into notice_letter (account_id, notice_id, channel, address, at)
   select distinct account_id, id, channel, address, $5::timestamptz
     from made, unnest($6::text[], $7::text[]) as letter (channel, address)
    where channel <> 'sms' or (
      select count(*) from notice
       where account_id = $1 and kind = $3 and at > $5::timestamptz - interval '1 day') < ${TEXTS_A_DAY}`,
)

const RECALL = statement('notice_letter.recall', 'delete from notice_letter where account_id = $1 and notice_id = $2')

/**
 * Notifies the owner of an account (ruling 16): the notice stands at the bell, and goes out by email or text message as
 * the owner chose, once the caller's transaction is committed. A notice that guards the account goes out by one channel
 * at least, by text message twenty times of a kind in a day at most. Locks only its new rows.
 */
export async function notify(tx: Tx, notice: OwnerNotice): Promise<void> {
  const { account, kind, values, at, id = uuidv7(at), also = [], onlyBell = false } = notice
  const deliveries = onlyBell ? [] : [...(await addressesOf(tx, account, kind)), ...also]
  await tx.run(NOTIFY, [
    account,
    id,
    kind,
    JSON.stringify(values),
    at,
    deliveries.map(({ channel }) => channel),
    deliveries.map(({ address }) => address),
  ])
  await collectNotice(tx, notice)
}

/** Drops the deliveries of a notice that are not sent yet; the bell keeps the notice. */
export async function recall(tx: Tx, account: AccountId, id: string): Promise<void> {
  await tx.run(RECALL, [account, id])
}

const FORGET_DELIVERIES = statement('notice_letter.forget', 'delete from notice_letter where account_id = $1')

/** Drops all deliveries of an account whose notices are of the past: the bell keeps them. */
export async function forgetDeliveries(tx: Tx, account: AccountId): Promise<void> {
  await tx.run(FORGET_DELIVERIES, [account])
}

async function addressesOf(tx: Tx, account: AccountId, kind: NoticeKind): Promise<readonly Address[]> {
  const [owner] = await tx.run<ContactDetails & { readonly chosen: Chosen | null }>(OWNER, [account, kind])
  if (owner === undefined) throw new Error(`account ${account} does not exist and cannot be notified`)
  return channelsFor(kind, owner.chosen, owner).flatMap((channel) => {
    const address = channel === 'email' ? owner.email : owner.phone
    return address === null ? [] : [{ channel, address }]
  })
}

import type { AccountId } from '@hongyan/contract/ids'
import type { NoticeChannel, NoticeKind, NoticeValues } from '@hongyan/contract/vocabulary/notice'
import { statement, type Tx } from '../db/tx.ts'
import { uuidv7 } from '../kit/ids.ts'
import { channelsFor, type Chosen, type ContactDetails } from './channels.ts'

export interface Address {
  readonly channel: NoticeChannel
  readonly address: string
}

/** Something of a kind, with that kind's values. */
export type OwnerNotice = { [K in NoticeKind]: NoticeOf<K> }[NoticeKind]

interface NoticeOf<K extends NoticeKind> {
  readonly account: AccountId
  readonly kind: K
  readonly values: NoticeValues[K]
  readonly at: Date
  /** A UUIDv7 that names what has happened: told twice, it is one notice. */
  readonly id?: string
  /** Where it goes too, whatever was chosen: an address that the account had until now. */
  readonly also?: readonly Address[]
  /** Another notice of the same moment is written to the owner and says it. */
  readonly onlyBell?: true
}

const OWNER = statement(
  'notice.owner',
  `select a.email, a.phone, p.kinds -> $2 as chosen
     from account a left join notice_preference p on p.account_id = a.id where a.id = $1`,
)

/** What an account does to itself over and over again is not texted each time: every text is paid for. */
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
 * Tells the owner of an account that something has happened (ruling 16): it stands at the bell, and goes out by mail or
 * text as the owner chose, once the caller's transaction is committed, and not at all where it is rolled back. What
 * guards the account goes out by one channel at least, by text twenty times of a kind in a day at most. It takes no locks
 * but those of its new rows.
 */
export async function notify(tx: Tx, notice: OwnerNotice): Promise<void> {
  const { account, kind, values, at, id = uuidv7(at), also = [], onlyBell = false } = notice
  const letters = onlyBell ? [] : [...(await addressesOf(tx, account, kind)), ...also]
  await tx.run(NOTIFY, [
    account,
    id,
    kind,
    JSON.stringify(values),
    at,
    letters.map(({ channel }) => channel),
    letters.map(({ address }) => address),
  ])
}

/** What was to go out of a notice and is still here is out of date; the bell keeps it. */
export async function recall(tx: Tx, account: AccountId, id: string): Promise<void> {
  await tx.run(RECALL, [account, id])
}

async function addressesOf(tx: Tx, account: AccountId, kind: NoticeKind): Promise<readonly Address[]> {
  const [owner] = await tx.run<ContactDetails & { readonly chosen: Chosen | null }>(OWNER, [account, kind])
  if (owner === undefined) throw new Error(`account ${account} is told something and is not there`)
  return channelsFor(kind, owner.chosen, owner).flatMap((channel) => {
    const address = channel === 'email' ? owner.email : owner.phone
    return address === null ? [] : [{ channel, address }]
  })
}

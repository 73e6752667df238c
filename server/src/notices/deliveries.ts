import { DAY, SECOND } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import type { NoticeChannel } from '@hongyan/contract/vocabulary/notice'
import type { Pool } from 'pg'
import { alone, statement, type Tx } from '../db/tx.ts'
import { dueRows } from '../jobs/due.ts'
import type { Loop } from '../jobs/loop.ts'
import type { Clock } from '../kit/clock.ts'
import { uuidv7 } from '../kit/ids.ts'
import { laidOut } from '../kit/letter.ts'
import type { Logger } from '../kit/logger.ts'
import type { Mailer, MailThread } from '../providers/mail/mail.ts'
import type { OwnMessages } from '../gateway/own-messages.ts'
import { letterOf, type NoticeContent, type PageAddress, textOf } from './texts.ts'

/** Sends a notice to an address by a channel. Returns the reason of a refusal, or null. */
export type Deliver = Readonly<Record<NoticeChannel, (to: string, notice: SentNotice) => Promise<string | null>>>

/** A notice on its way to an address. */
export interface SentNotice extends NoticeContent {
  readonly account: AccountId
  /** The notice's id. */
  readonly notice: string
}

export interface DeliveryDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
  readonly deliver: Deliver
}

interface Delivery extends SentNotice {
  readonly channel: NoticeChannel
  readonly address: string
}

const ROUND_EVERY = 5 * SECOND
/** The most deliveries sent at once; a slow one delays only those of its batch. */
const AT_ONCE = 10
/** Older deliveries are dropped. */
const TRIED_FOR = 3 * DAY

/** A new delivery is due at once. The wait before each retry is half of its age. */
const deliveries = dueRows<Delivery>({
  table: 'notice_letter',
  key: ['account_id', 'notice_id', 'channel', 'address'],
  due: 'try_at',
  nullIsDue: true,
  since: 'at',
  backOff: { first: 10 * SECOND, factor: 0.5, most: TRIED_FOR },
  batch: AT_ONCE,
  read: `select l.account_id as account, l.notice_id as notice, l.channel, l.address,
      n.kind, n.details as values, a.locale, a.time_zone as zone
    from claimed l
    join notice n on n.account_id = l.account_id and n.id = l.notice_id
    join account a on a.id = l.account_id`,
})

const TAKEN = statement(
  'notice_letter.taken',
  'delete from notice_letter where account_id = $1 and notice_id = $2 and channel = $3 and address = $4',
)

const GIVE_UP = statement('notice_letter.give_up', 'delete from notice_letter where at <= $1 returning notice_id')

/** Sends due deliveries, batch by batch. A failed one is logged and tried again later, and delays no other. */
export async function sendDeliveries(deps: DeliveryDeps): Promise<void> {
  const { pool, clock, log } = deps
  const db = alone(pool)
  const expired = await db.run(GIVE_UP, [new Date(clock.now().getTime() - TRIED_FOR)])
  if (expired.length > 0) log.warn({ deliveries: expired.length }, 'deliveries to owners were given up')
  for (let sent = AT_ONCE; sent === AT_ONCE;) {
    const batch = await deliveries.claim(db, clock.now())
    await Promise.all(batch.map((delivery) => sendOne(deps, db, delivery)))
    sent = batch.length
  }
}

async function sendOne(deps: DeliveryDeps, db: Tx, delivery: Delivery): Promise<void> {
  const { account, notice, channel, address } = delivery
  const failure = await send(deps.deliver, delivery).catch((error: unknown) => error)
  if (failure === null) return void (await db.run(TAKEN, [account, notice, channel, address]))
  const why = failure instanceof Error ? { err: failure } : { failure }
  deps.log.warn({ ...why, notice, kind: delivery.kind, channel }, 'a delivery to an owner failed')
}

const send = async (deliver: Deliver, delivery: Delivery): Promise<string | null> =>
  deliver[delivery.channel](delivery.address, delivery)

export interface DeliverParts {
  readonly clock: Clock
  readonly mailer: Pick<Mailer, 'send'>
  readonly messages: Pick<OwnMessages, 'send'>
  readonly addressOf: PageAddress
  /** The conversation that the email of a notice belongs to; null where it belongs to none. */
  readonly threadOf: (notice: SentNotice) => MailThread | null
}

/** Delivers by the mail server, and by the gateway itself as a customer of its own. */
export const deliverBy = ({ clock, mailer, messages, addressOf, threadOf }: DeliverParts): Deliver => ({
  async email(to, notice) {
    const thread = threadOf(notice)
    const replyTo = thread?.replyTo ?? null
    const result = await mailer.send({ ...laidOut(letterOf(notice, addressOf, replyTo)), to, thread })
    return result.kind === 'accepted' ? null : result.reason
  },
  async sms(to, notice) {
    const { text, brief = text } = textOf(notice)
    const result = await messages.send({ to, text: brief, channel: 'sms', requestId: uuidv7(clock.now()) })
    return result.kind === 'accepted' ? null : result.code
  },
})

export const deliveryLoop = (deps: DeliveryDeps): Loop => ({
  name: 'owner-notices',
  every: ROUND_EVERY,
  run: () => sendDeliveries(deps),
  backlog: () => deliveries.backlog(alone(deps.pool), deps.clock.now()),
})

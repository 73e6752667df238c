import { randomBytes } from 'node:crypto'
import { MINUTE, SECOND } from '@hongyan/contract/durations'
import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { Pool } from 'pg'
import { alone, inTransaction, statement, type Tx } from '../../../db/tx.ts'
import type { Clock } from '../../../kit/clock.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { planFor, walletOf } from './magic.ts'

export type PaymentStatus = 'open' | 'declined' | 'paid' | 'closed'
export type Dispute = 'open' | 'won' | 'lost'
export const sandboxEvents = ['paid', 'charged', 'closed', 'dispute_opened', 'dispute_won', 'dispute_lost'] as const
export type SandboxEvent = (typeof sandboxEvents)[number]

export interface NewPayment {
  readonly service: TopUpChannel
  readonly reference: string
  readonly currency: string
  /** In cents. */
  readonly amount: bigint
  readonly subject: string
  readonly webhookPath: string
  readonly returnUrl: string | null
  readonly cancelUrl: string | null
  readonly expiresAt: Date
}

/** A payment at its service. An unpaid order is closed once it expires. */
export interface SandboxPayment extends NewPayment {
  readonly id: string
  readonly status: PaymentStatus
  readonly dispute: Dispute | null
  readonly paymentId: string
  readonly createdAt: Date
  readonly paidAt: Date | null
}

const COLUMNS = `id, service, reference, currency, amount, subject, dispute, notify_path as "webhookPath",
  return_url as "returnUrl", cancel_url as "cancelUrl", payment_id as "paymentId", created_at as "createdAt",
  expires_at as "expiresAt", paid_at as "paidAt"`
const AS_STORED = `${COLUMNS}, status`
const AS_OF = `${COLUMNS}, case when status in ('open', 'declined') and expires_at <= $1 then 'closed' else status end as status`

const INSERT = statement(
  'sandbox_payment.insert',
  `insert into sandbox_payment (id, service, reference, currency, amount, subject, notify_path, return_url, cancel_url,
     payment_id, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict (service, reference) do nothing`,
)
const BY_IDS = statement('sandbox_payment.by_ids', `select ${AS_OF} from sandbox_payment where id = any($2)`)
const BY_REFERENCE = statement(
  'sandbox_payment.by_reference',
  `select ${AS_OF} from sandbox_payment where service = $2 and reference = $3`,
)
const PAID_AS = statement(
  'sandbox_payment.paid_as',
  `select ${AS_STORED} from sandbox_payment where service = $1 and payment_id = $2 and status = 'paid'`,
)
/** Ends an open payment as paid, declined or closed. */
const END = statement(
  'sandbox_payment.end',
  `update sandbox_payment set status = $3, paid_at = case when $3 = 'paid' then $1::timestamptz end
   where id = $2 and status in ('open', 'declined') and expires_at > $1 returning ${AS_STORED}`,
)
const DISPUTE = statement(
  'sandbox_payment.dispute',
  `update sandbox_payment set dispute = $2
   where id = $1 and service = 'stripe' and status = 'paid' and dispute is not distinct from $3 returning ${AS_STORED}`,
)
const INSERT_WEBHOOKS = statement(
  'sandbox_notify.insert',
  `insert into sandbox_notify (id, sandbox_payment_id, event, amount, attempt, due_at, created_at)
   select id, $2, $3, $4, $5, due_at, $7 from unnest($1::uuid[], $6::timestamptz[]) as n(id, due_at)`,
)

/** A claimed webhook to send now. */
export interface DueWebhook {
  readonly id: string
  readonly event: SandboxEvent
  readonly claimed: bigint
  readonly attempt: number
  readonly payment: SandboxPayment
}

/** A webhook without acknowledgement is retried after about 5, 15 and 60 seconds, and given up after the fourth try. */
export const repost = { backOff: { first: 5 * SECOND, factor: 3, most: MINUTE }, batch: 20 } as const
export const TRIES = 4

export interface Payments {
  /** Returns the payment of that reference; creates it where there is none. */
  readonly create: (payment: NewPayment) => Promise<SandboxPayment>
  readonly byIds: (ids: readonly string[]) => Promise<readonly SandboxPayment[]>
  readonly byId: (id: string) => Promise<SandboxPayment | null>
  readonly byReference: (service: TopUpChannel, reference: string) => Promise<SandboxPayment | null>
  /** Returns a paid payment by the service's payment id. */
  readonly paidAs: (service: TopUpChannel, paymentId: string) => Promise<SandboxPayment | null>
  /** The payer pays. `first` is a webhook to send before the payer sees the result. */
  readonly pay: (id: string) => Promise<{ readonly first: DueWebhook | null }>
  readonly decline: (id: string) => Promise<void>
  /** Closes an open payment. Returns false for any other. */
  readonly close: (id: string) => Promise<boolean>
  /** Opens a dispute about a paid payment, or ends an open dispute. */
  readonly dispute: (id: string, to: Dispute) => Promise<boolean>
}

const prefixes: Readonly<Record<TopUpChannel, readonly [id: string, payment: string]>> = {
  stripe: ['cs_test_', 'pi_'],
  alipay: ['ali', 'trade'],
  wxpay: ['wx', 'tx'],
}

export interface PaymentsDeps {
  readonly pool: Pool
  readonly clock: Clock
  /** True where the caller learns each outcome by polling: no webhook is stored. */
  readonly isSilent?: boolean
}

/** The payments of all three services. Each transition stores its webhooks in the same transaction. */
export function createPayments({ pool, clock, isSilent = false }: PaymentsDeps): Payments {
  const db = alone(pool)
  const one = async (find: Promise<readonly SandboxPayment[]>): Promise<SandboxPayment | null> =>
    (await find)[0] ?? null
  const byReference: Payments['byReference'] = (service, reference) =>
    one(db.run(BY_REFERENCE, [clock.now(), service, reference]))

  const storeWebhooks = async (
    tx: Tx,
    now: Date,
    { payment, event, claimed, attempt }: Omit<DueWebhook, 'id'>,
    after: readonly number[],
  ): Promise<readonly string[]> => {
    if (isSilent) return []
    const ids = after.map(() => uuidv7(now))
    const due = after.map((millis) => new Date(now.getTime() + millis))
    await tx.run(INSERT_WEBHOOKS, [ids, payment.id, event, claimed, attempt, due, now])
    return ids
  }
  const notifyNow = (tx: Tx, now: Date, payment: SandboxPayment, event: SandboxEvent): Promise<unknown> =>
    storeWebhooks(tx, now, { payment, event, claimed: payment.amount, attempt: 0 }, [0])

  return {
    byReference,
    byIds: (ids) => db.run(BY_IDS, [clock.now(), ids]),
    paidAs: (service, paymentId) => one(db.run(PAID_AS, [service, paymentId])),
    byId: (id) => one(db.run(BY_IDS, [clock.now(), [id]])),
    async create(payment) {
      const { service, reference, currency, amount, subject, webhookPath, returnUrl, cancelUrl, expiresAt } = payment
      const [id, paymentId] = prefixes[service].map((prefix) => prefix + randomBytes(14).toString('hex'))
      const row = [id, service, reference, currency, amount, subject, webhookPath, returnUrl, cancelUrl, paymentId]
      await db.run(INSERT, [...row, clock.now(), expiresAt])
      const made = await byReference(service, reference)
      if (made === null) throw new Error('a payment that was just written is not there')
      return made
    },
    pay: (id) =>
      inTransaction(pool, async (tx) => {
        const now = clock.now()
        const payment = await one(tx.run(BY_IDS, [now, [id]]))
        if (payment === null) return { first: null }
        const plan = planFor(payment.amount, Math.random())
        const paid = await one(tx.run(END, [now, id, plan.declined ? 'declined' : 'paid']))
        if (paid === null) return { first: null }
        if (paid.service === 'stripe' && walletOf(paid.amount) !== null)
          await storeWebhooks(tx, now, { payment: paid, event: 'charged', claimed: paid.amount, attempt: 0 }, [0])
        const paidWebhook = { payment: paid, event: 'paid', claimed: plan.claimed } as const
        if (!plan.atOnce) {
          await storeWebhooks(tx, now, { ...paidWebhook, attempt: 0 }, plan.webhooks)
          return { first: null }
        }
        // Stored with one attempt and due later, because this process sends it now. If the process dies, another one
        // sends it.
        const first = { ...paidWebhook, attempt: 1 }
        const [webhook = ''] = await storeWebhooks(tx, now, first, [repost.backOff.first])
        return { first: { ...first, id: webhook } }
      }),
    async decline(id) {
      await db.run(END, [clock.now(), id, 'declined'])
    },
    close: (id) =>
      inTransaction(pool, async (tx) => {
        const now = clock.now()
        const closed = await one(tx.run(END, [now, id, 'closed']))
        if (closed?.service === 'stripe') await notifyNow(tx, now, closed, 'closed')
        return closed !== null
      }),
    dispute: (id, to) =>
      inTransaction(pool, async (tx) => {
        const disputed = await one(tx.run(DISPUTE, [id, to, to === 'open' ? null : 'open']))
        if (disputed !== null) await notifyNow(tx, clock.now(), disputed, disputeEvents[to])
        return disputed !== null
      }),
  }
}

const disputeEvents = { open: 'dispute_opened', won: 'dispute_won', lost: 'dispute_lost' } as const

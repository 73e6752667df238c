import { randomBytes } from 'node:crypto'
import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { Pool } from 'pg'
import { alone, inTransaction, statement } from '../../../db/tx.ts'
import type { Clock } from '../../../kit/clock.ts'
import { refundPlanFor } from './magic.ts'

/** A refund to create, and its payment. Amounts are in cents. */
export interface NewRefund {
  readonly service: TopUpChannel
  /** The merchant's number of the refund. */
  readonly reference: string
  readonly paymentId: string
  readonly orderReference: string
  readonly amount: bigint
  /** The amount of the payment. */
  readonly total: bigint
  readonly currency: string
  readonly metadata: Readonly<Record<string, string>>
  readonly webhookPath: string
}

/** A refund at its service. */
export interface SandboxRefund extends NewRefund {
  readonly id: string
  readonly state: 'pending' | 'succeeded' | 'failed'
  readonly createdAt: Date
  readonly finalAt: Date
}

/**
 * `too_much`: more than the rest of the payment. `refused`: refused because of the amount's last digits (`magic.ts`).
 */
export type Refunded = { readonly refund: SandboxRefund; readonly isNew: boolean } | 'too_much' | 'refused'

export interface Refunds {
  /**
   * Returns the refund of that reference, even when other fields of the request differ. Creates it where there is none.
   */
  readonly create: (refund: NewRefund) => Promise<Refunded>
  readonly byId: (id: string) => Promise<SandboxRefund | null>
  readonly byReference: (service: TopUpChannel, reference: string) => Promise<SandboxRefund | null>
  /** Newest first. */
  readonly ofPayment: (service: TopUpChannel, paymentId: string) => Promise<readonly SandboxRefund[]>
}

export const REFUND_COLUMNS = `id, service, reference, payment_id as "paymentId", order_reference as "orderReference",
  amount, total, currency, metadata, notify_path as "webhookPath", created_at as "createdAt", turns_at as "finalAt",
  case when turns_at <= $1 then last_state else first_state end as state`

const INSERT = statement(
  'sandbox_refund.insert',
  `insert into sandbox_refund (id, service, reference, payment_id, order_reference, amount, total, currency, metadata,
     notify_path, created_at, first_state, last_state, turns_at, tell_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
)
const BY_ID = statement('sandbox_refund.by_id', `select ${REFUND_COLUMNS} from sandbox_refund where id = $2`)
const BY_REFERENCE = statement(
  'sandbox_refund.by_reference',
  `select ${REFUND_COLUMNS} from sandbox_refund where service = $2 and reference = $3`,
)
const OF_PAYMENT = statement(
  'sandbox_refund.of_payment',
  `select ${REFUND_COLUMNS} from sandbox_refund where service = $2 and payment_id = $3 order by created_at desc, id`,
)
const LOCK = statement('sandbox_refund.lock', 'select pg_advisory_xact_lock(hashtextextended($1, 7204))')

const prefixes: Readonly<Record<TopUpChannel, string>> = { stripe: 're_', alipay: 'back', wxpay: '50' }

export interface RefundsDeps {
  readonly pool: Pool
  readonly clock: Clock
  /** True where the caller learns each outcome by polling: no webhook is stored. */
  readonly isSilent?: boolean
}

/** The refunds of all three services. */
export function createRefunds({ pool, clock, isSilent = false }: RefundsDeps): Refunds {
  const db = alone(pool)
  return {
    byId: async (id) => (await db.run<SandboxRefund>(BY_ID, [clock.now(), id]))[0] ?? null,
    byReference: async (service, reference) =>
      (await db.run<SandboxRefund>(BY_REFERENCE, [clock.now(), service, reference]))[0] ?? null,
    ofPayment: (service, paymentId) => db.run(OF_PAYMENT, [clock.now(), service, paymentId]),
    create: (refund) =>
      inTransaction(pool, async (tx) => {
        const now = clock.now()
        const { service, reference, paymentId, amount, total } = refund
        await tx.run(LOCK, [`${service} ${paymentId}`])
        const [known] = await tx.run<SandboxRefund>(BY_REFERENCE, [now, service, reference])
        if (known !== undefined) return { refund: known, isNew: false }
        const before = await tx.run<SandboxRefund>(OF_PAYMENT, [now, service, paymentId])
        const given = before.reduce((sum, { state, amount: part }) => sum + (state === 'failed' ? 0n : part), 0n)
        if (given + amount > total) return 'too_much'
        const plan = refundPlanFor(amount, service)
        if (plan === null) return 'refused'
        const finalAt = new Date(now.getTime() + plan.after)
        const id = prefixes[service] + randomBytes(14).toString('hex')
        const { orderReference, currency, metadata, webhookPath } = refund
        const row = [id, service, reference, paymentId, orderReference, amount, total, currency]
        const hasWebhook = plan.webhook && !isSilent
        const webhookDueAt = hasWebhook ? finalAt : null
        await tx.run(INSERT, [
          ...row,
          JSON.stringify(metadata),
          webhookPath,
          now,
          plan.first,
          plan.last,
          finalAt,
          webhookDueAt,
        ])
        return { refund: { ...refund, id, state: plan.first, createdAt: now, finalAt }, isNew: true }
      }),
  }
}

import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { Pool } from 'pg'
import { alone, statement } from '../../../db/tx.ts'
import { dueRows } from '../../../jobs/due.ts'
import type { Loop } from '../../../jobs/loop.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Logger } from '../../../kit/logger.ts'
import { type DueWebhook, type Payments, repost, type SandboxEvent, TRIES } from './payments.ts'
import { postWebhook } from './post-webhook.ts'
import type { Addresses, WireService } from './wire.ts'

const POLL_EVERY = 250

const due = dueRows<TakenRow>({
  table: 'sandbox_notify',
  key: ['id'],
  due: 'due_at',
  since: 'created_at',
  tries: 'attempt',
  read: 'select id, event, amount as claimed, attempt, sandbox_payment_id as "paymentRow" from claimed',
  ...repost,
})
const DONE = statement('sandbox_notify.done', `delete from sandbox_notify where id = $1`)

interface TakenRow {
  readonly id: string
  readonly event: SandboxEvent
  readonly claimed: bigint
  readonly attempt: number
  readonly paymentRow: string
}

export interface WebhookDeliveryDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
  readonly addresses: Addresses
  readonly payments: Payments
  readonly services: Readonly<Record<TopUpChannel, WireService>>
}

export interface WebhookDelivery {
  /** Sends the due webhooks. Returns how many. */
  readonly round: () => Promise<number>
  readonly deliver: (webhook: DueWebhook) => Promise<void>
  readonly loop: Loop
}

/** Sends the services' due webhooks to the merchant's webhook endpoints, which are our own. */
export function createWebhookDelivery(deps: WebhookDeliveryDeps): WebhookDelivery {
  const { pool, clock, log } = deps
  const db = alone(pool)

  const deliver = async (webhook: DueWebhook): Promise<void> => {
    const acknowledged = webhook.attempt <= TRIES && (await post(deps, webhook))
    if (!acknowledged && webhook.attempt < TRIES) return
    if (!acknowledged)
      log.warn({ service: webhook.payment.service, event: webhook.event }, 'a sandbox webhook was never acknowledged')
    await db.run(DONE, [webhook.id])
  }

  const round = async (): Promise<number> => {
    const taken = await due.claim(db, clock.now())
    if (taken.length === 0) return 0
    const rows = await deps.payments.byIds(taken.map(({ paymentRow }) => paymentRow))
    const payments = new Map(rows.map((payment) => [payment.id, payment]))
    await Promise.all(
      taken.map(async ({ paymentRow, ...webhook }) => {
        const payment = payments.get(paymentRow)
        if (payment !== undefined) await deliver({ ...webhook, payment })
      }),
    )
    return taken.length
  }

  const backlog = () => due.backlog(db, clock.now())
  return {
    round,
    deliver,
    loop: { name: 'sandbox-webhooks', every: POLL_EVERY, isDue: due.isDue, run: round, backlog },
  }
}

async function post({ services, addresses, clock }: WebhookDeliveryDeps, webhook: DueWebhook): Promise<boolean> {
  const { payment, event, claimed } = webhook
  const service = services[payment.service]
  const signed = await service.webhook({ payment, event, claimed, now: clock.now() })
  return postWebhook(addresses, payment.webhookPath, signed, service.acknowledges)
}

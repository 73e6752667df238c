import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { Pool } from 'pg'
import { alone, statement } from '../../../db/tx.ts'
import { dueRows } from '../../../jobs/due.ts'
import type { Loop } from '../../../jobs/loop.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Logger } from '../../../kit/logger.ts'
import { repost, TRIES } from './payments.ts'
import { postWebhook } from './post-webhook.ts'
import { REFUND_COLUMNS, type SandboxRefund } from './refunds.ts'
import type { Addresses, WireService } from './wire.ts'

const POLL_EVERY = 250

const due = dueRows<Taken>({
  table: 'sandbox_refund',
  key: ['id'],
  due: 'tell_at',
  since: 'turns_at', // the moment of the final state, which the webhook reports
  tries: 'attempt',
  read: `select ${REFUND_COLUMNS}, attempt from claimed`,
  ...repost,
})
const DONE = statement('sandbox_refund.told', 'update sandbox_refund set tell_at = null where id = $1')

type Taken = SandboxRefund & { readonly attempt: number }

export interface RefundWebhookDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
  readonly addresses: Addresses
  readonly services: Readonly<Record<TopUpChannel, WireService>>
}

export interface RefundWebhooks {
  /** Sends the due webhooks. Returns how many. */
  readonly round: () => Promise<number>
  readonly loop: Loop
}

/** Sends the services' webhooks about refunds until they are acknowledged. */
export function createRefundWebhooks(deps: RefundWebhookDeps): RefundWebhooks {
  const { pool, clock, log } = deps
  const db = alone(pool)
  const round = async (): Promise<number> => {
    const taken = await due.claim(db, clock.now())
    await Promise.all(
      taken.map(async (refund) => {
        const acknowledged = refund.attempt <= TRIES && (await post(deps, refund))
        if (!acknowledged && refund.attempt < TRIES) return
        if (!acknowledged) log.warn({ service: refund.service }, 'a sandbox webhook of a refund was never acknowledged')
        await db.run(DONE, [refund.id])
      }),
    )
    return taken.length
  }
  return {
    round,
    loop: {
      name: 'sandbox-refund-webhooks',
      every: POLL_EVERY,
      isDue: due.isDue,
      run: round,
      backlog: () => due.backlog(db, clock.now()),
    },
  }
}

/** Sends one webhook. Returns true once it is acknowledged, or where the service sends none. */
async function post({ services, addresses, clock }: RefundWebhookDeps, refund: SandboxRefund): Promise<boolean> {
  const service = services[refund.service]
  const signed = await service.refundWebhook(refund, clock.now())
  return signed === null || postWebhook(addresses, refund.webhookPath, signed, service.acknowledges)
}

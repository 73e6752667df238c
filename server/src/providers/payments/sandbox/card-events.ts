import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { alone, statement, type Tx } from '../../../db/tx.ts'
import { dueRows } from '../../../jobs/due.ts'
import type { Loop } from '../../../jobs/loop.ts'
import type { Clock } from '../../../kit/clock.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import type { Logger } from '../../../kit/logger.ts'
import type { SandboxKeys } from './keys.ts'
import { repost, TRIES } from './payments.ts'
import { postWebhook } from './post-webhook.ts'
import { signedEvent } from './stripe-signing.ts'
import { STRIPE_CALLBACK } from './stripe-wire.ts'
import type { Addresses } from './wire.ts'

const POLL_EVERY = 250

const INSERT = statement(
  'sandbox_card_event.insert',
  'insert into sandbox_card_event (id, type, object, created_at, due_at) values ($1, $2, $3, $4, $5)',
)
const due = dueRows<Taken>({
  table: 'sandbox_card_event',
  key: ['id'],
  due: 'due_at',
  since: 'created_at',
  tries: 'attempt',
  read: 'select id, type, object, attempt, created_at as "createdAt" from claimed',
  ...repost,
})
const DONE = statement('sandbox_card_event.done', 'delete from sandbox_card_event where id = $1')

interface Taken {
  readonly id: string
  readonly type: string
  readonly object: { readonly id: string }
  readonly attempt: number
  readonly createdAt: Date
}

export interface CardEventsDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
  readonly keys: () => Promise<SandboxKeys>
  readonly addresses: Addresses
}

export interface CardEvents {
  readonly storeWebhook: (tx: Tx, type: string, object: object, after: number) => Promise<void>
  /** Sends the due webhooks. Returns how many. */
  readonly round: () => Promise<number>
  readonly loop: Loop
}

/** Sends the webhooks of the sandbox's card provider until they are acknowledged. */
export function createCardEvents(deps: CardEventsDeps): CardEvents {
  const { pool, clock, log } = deps
  const db = alone(pool)
  const round = async (): Promise<number> => {
    const taken = await due.claim(db, clock.now())
    await Promise.all(
      taken.map(async (event) => {
        const acknowledged = event.attempt <= TRIES && (await post(deps, event))
        if (!acknowledged && event.attempt < TRIES) return
        if (!acknowledged) log.warn({ type: event.type }, 'a sandbox event about a card was never acknowledged')
        await db.run(DONE, [event.id])
      }),
    )
    return taken.length
  }
  return {
    async storeWebhook(tx, type, object, after) {
      const now = clock.now()
      const dueAt = new Date(now.getTime() + after)
      await tx.run(INSERT, [uuidv7(now), type, JSON.stringify(object), now, dueAt])
    },
    round,
    loop: {
      name: 'sandbox-card-webhooks',
      every: POLL_EVERY,
      isDue: due.isDue,
      run: round,
      backlog: () => due.backlog(db, clock.now()),
    },
  }
}

/** A repeated event has the same id, as at Stripe. */
async function post({ keys, addresses, clock }: CardEventsDeps, { type, object, createdAt }: Taken): Promise<boolean> {
  const { stripeWebhook } = await keys()
  const event = {
    id: `evt_${createHash('sha256').update(`${object.id} ${type}`).digest('hex').slice(0, 24)}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(createdAt.getTime() / 1_000),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
  const signed = signedEvent(event, stripeWebhook, clock.now())
  return postWebhook(addresses, STRIPE_CALLBACK, signed, (status) => status >= 200 && status < 300)
}

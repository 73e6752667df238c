import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { alone, statement, type Tx } from '../../../db/tx.ts'
import type { Clock } from '../../../kit/clock.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import type { Logger } from '../../../kit/logger.ts'
import { createRounds, type Rounds } from '../../../kit/rounds.ts'
import type { SandboxKeys } from './keys.ts'
import { pauses } from './payments.ts'
import { postBack } from './post-back.ts'
import { signedEvent } from './stripe-signing.ts'
import { STRIPE_CALLBACK } from './stripe-wire.ts'
import type { Addresses } from './wire.ts'

const LOOK_EVERY = 250
const TRIES = pauses.length + 1

const OWE = statement(
  'sandbox_card_event.insert',
  'insert into sandbox_card_event (id, type, object, created_at, due_at) values ($1, $2, $3, $4, $5)',
)
/** Whoever takes an event has it until its next try is due, which is also when another process takes it over. */
const TAKE = statement(
  'sandbox_card_event.take',
  `update sandbox_card_event e
   set attempt = attempt + 1,
     due_at = $1::timestamptz + make_interval(secs => ($2::double precision[])[least(attempt + 1, ${pauses.length})] / 1000)
   where id in (select id from sandbox_card_event where due_at <= $1 order by due_at, id limit 20 for update skip locked)
   returning id, type, object, attempt, created_at as "createdAt"`,
)
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

export interface CardEvents extends Rounds {
  readonly owe: (tx: Tx, type: string, object: object, after: number) => Promise<void>
  /** Posts what is due now; answers how many that were. */
  readonly round: () => Promise<number>
}

/** What the sandbox's provider of cards tells by itself, until it is heard. */
export function createCardEvents(deps: CardEventsDeps): CardEvents {
  const { pool, clock, log } = deps
  const db = alone(pool)
  const round = async (): Promise<number> => {
    const taken = await db.run<Taken>(TAKE, [clock.now(), pauses])
    await Promise.all(
      taken.map(async (event) => {
        const heard = event.attempt <= TRIES && (await post(deps, event))
        if (!heard && event.attempt < TRIES) return
        if (!heard) log.warn({ type: event.type }, 'a sandbox event about a card was never heard')
        await db.run(DONE, [event.id])
      }),
    )
    return taken.length
  }
  return {
    async owe(tx, type, object, after) {
      const now = clock.now()
      const due = new Date(now.getTime() + after)
      await tx.run(OWE, [uuidv7(now), type, JSON.stringify(object), now, due])
    },
    round,
    ...createRounds(round, { every: LOOK_EVERY, what: 'posting the sandbox’s events about cards', log }),
  }
}

/** The same fact told twice has the same id. */
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
  const told = signedEvent(event, stripeWebhook, clock.now())
  return postBack(addresses, STRIPE_CALLBACK, told, (status) => status >= 200 && status < 300)
}

import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { Pool } from 'pg'
import { alone, statement } from '../../../db/tx.ts'
import { createBell } from '../../../kit/bell.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Logger } from '../../../kit/logger.ts'
import { type OwedNotify, type Payments, pauses, type SandboxEvent } from './payments.ts'
import { postBack } from './post-back.ts'
import type { Addresses, WireService } from './wire.ts'

const LOOK_EVERY = 250
const AFTER_FAILURE = 5_000
const TRIES = pauses.length + 1

/** Whoever takes a notify has it until its next try is due, which is also when another process takes it over. */
const TAKE = statement(
  'sandbox_notify.take',
  `update sandbox_notify n
   set attempt = attempt + 1,
     due_at = $1::timestamptz + make_interval(secs => ($2::double precision[])[least(attempt + 1, ${pauses.length})] / 1000)
   where id in (select id from sandbox_notify where due_at <= $1 order by due_at, id limit 20 for update skip locked)
   returning id, event, amount as claimed, attempt, sandbox_payment_id as "paymentRow"`,
)
const DONE = statement('sandbox_notify.done', `delete from sandbox_notify where id = $1`)

interface TakenRow {
  readonly id: string
  readonly event: SandboxEvent
  readonly claimed: bigint
  readonly attempt: number
  readonly paymentRow: string
}

export interface NotifiesDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
  readonly addresses: Addresses
  readonly payments: Payments
  readonly services: Readonly<Record<TopUpChannel, WireService>>
}

export interface Notifies {
  /** Posts what is due now; answers how many that were. */
  readonly round: () => Promise<number>
  readonly deliver: (notify: OwedNotify) => Promise<void>
  readonly start: () => void
  readonly stop: () => Promise<void>
}

/** Posts to the merchant's callbacks what the services owe, to our own origin and nowhere else. */
export function createNotifies(deps: NotifiesDeps): Notifies {
  const { pool, clock, log } = deps
  const db = alone(pool)
  const bell = createBell()
  let stopped = true
  let running = Promise.resolve()

  const deliver = async (notify: OwedNotify): Promise<void> => {
    const heard = notify.attempt <= TRIES && (await post(deps, notify))
    if (!heard && notify.attempt < TRIES) return
    if (!heard) log.warn({ service: notify.payment.service, event: notify.event }, 'a sandbox notify was never heard')
    await db.run(DONE, [notify.id])
  }

  const round = async (): Promise<number> => {
    const taken = await db.run<TakenRow>(TAKE, [clock.now(), pauses])
    if (taken.length === 0) return 0
    const rows = await deps.payments.byIds(taken.map(({ paymentRow }) => paymentRow))
    const payments = new Map(rows.map((payment) => [payment.id, payment]))
    await Promise.all(
      taken.map(async ({ paymentRow, ...notify }) => {
        const payment = payments.get(paymentRow)
        if (payment !== undefined) await deliver({ ...notify, payment })
      }),
    )
    return taken.length
  }

  const loop = async (): Promise<void> => {
    while (!stopped) {
      const pause = await round().then(
        () => LOOK_EVERY,
        (error: unknown) => {
          log.warn({ err: error }, 'the sandbox could not post its notifies')
          return AFTER_FAILURE
        },
      )
      if (!stopped) await bell.wait(pause)
    }
  }

  return {
    round,
    deliver,
    start() {
      stopped = false
      running = loop()
    },
    async stop() {
      stopped = true
      bell.ring()
      await running
    },
  }
}

async function post({ services, addresses, clock }: NotifiesDeps, notify: OwedNotify): Promise<boolean> {
  const { payment, event, claimed } = notify
  const service = services[payment.service]
  const told = await service.notify({ payment, event, claimed, now: clock.now() })
  return postBack(addresses, payment.notifyPath, told, service.heard)
}

import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { Pool } from 'pg'
import { alone, statement } from '../../../db/tx.ts'
import { dueRows } from '../../../jobs/due.ts'
import type { Loop } from '../../../jobs/loop.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Logger } from '../../../kit/logger.ts'
import { type OwedNotify, type Payments, repost, type SandboxEvent, TRIES } from './payments.ts'
import { postBack } from './post-back.ts'
import type { Addresses, WireService } from './wire.ts'

const LOOK_EVERY = 250

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
  readonly loop: Loop
}

/** Posts to the merchant's callbacks what the services owe, to our own origin and nowhere else. */
export function createNotifies(deps: NotifiesDeps): Notifies {
  const { pool, clock, log } = deps
  const db = alone(pool)

  const deliver = async (notify: OwedNotify): Promise<void> => {
    const heard = notify.attempt <= TRIES && (await post(deps, notify))
    if (!heard && notify.attempt < TRIES) return
    if (!heard) log.warn({ service: notify.payment.service, event: notify.event }, 'a sandbox notify was never heard')
    await db.run(DONE, [notify.id])
  }

  const round = async (): Promise<number> => {
    const taken = await due.claim(db, clock.now())
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

  const backlog = () => due.backlog(db, clock.now())
  return { round, deliver, loop: { name: 'sandbox-notifies', every: LOOK_EVERY, run: round, backlog } }
}

async function post({ services, addresses, clock }: NotifiesDeps, notify: OwedNotify): Promise<boolean> {
  const { payment, event, claimed } = notify
  const service = services[payment.service]
  const told = await service.notify({ payment, event, claimed, now: clock.now() })
  return postBack(addresses, payment.notifyPath, told, service.heard)
}

import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { Pool } from 'pg'
import { alone, statement } from '../../../db/tx.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Logger } from '../../../kit/logger.ts'
import { createRounds, type Rounds } from '../../../kit/rounds.ts'
import { pauses } from './payments.ts'
import { postBack } from './post-back.ts'
import { REFUND_COLUMNS, type SandboxRefund } from './refunds.ts'
import type { Addresses, WireService } from './wire.ts'

const LOOK_EVERY = 250
const TRIES = pauses.length + 1

/** Whoever takes a notify has it until its next try is due, which is also when another process takes it over. */
const TAKE = statement(
  'sandbox_refund.take',
  `update sandbox_refund r
   set attempt = attempt + 1,
     tell_at = $1::timestamptz + make_interval(secs => ($2::double precision[])[least(attempt + 1, ${pauses.length})] / 1000)
   where id in (select id from sandbox_refund where tell_at <= $1 order by tell_at, id limit 20 for update skip locked)
   returning ${REFUND_COLUMNS}, attempt`,
)
const DONE = statement('sandbox_refund.told', 'update sandbox_refund set tell_at = null where id = $1')

type Taken = SandboxRefund & { readonly attempt: number }

export interface RefundNoticeDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
  readonly addresses: Addresses
  readonly services: Readonly<Record<TopUpChannel, WireService>>
}

export interface RefundNotices extends Rounds {
  /** Posts what is due now; answers how many that were. */
  readonly round: () => Promise<number>
}

/** What the services tell of refunds by themselves, until it is heard. */
export function createRefundNotices(deps: RefundNoticeDeps): RefundNotices {
  const { pool, clock, log } = deps
  const db = alone(pool)
  const round = async (): Promise<number> => {
    const taken = await db.run<Taken>(TAKE, [clock.now(), pauses])
    await Promise.all(
      taken.map(async (refund) => {
        const heard = refund.attempt <= TRIES && (await post(deps, refund))
        if (!heard && refund.attempt < TRIES) return
        if (!heard) log.warn({ service: refund.service }, 'a sandbox notify of a refund was never heard')
        await db.run(DONE, [refund.id])
      }),
    )
    return taken.length
  }
  return {
    round,
    ...createRounds(round, { every: LOOK_EVERY, what: 'posting the sandbox’s notifies of refunds', log }),
  }
}

/** What the service does not tell of counts as heard. */
async function post({ services, addresses, clock }: RefundNoticeDeps, refund: SandboxRefund): Promise<boolean> {
  const service = services[refund.service]
  const told = await service.notifyRefund(refund, clock.now())
  return told === null || postBack(addresses, refund.notifyPath, told, service.heard)
}

import { SECOND } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import type { Pool } from 'pg'
import { alone, inTransaction, statement, type Tx } from '../db/tx.ts'
import type { Clock } from '../kit/clock.ts'
import type { SecretBox } from '../kit/secret-box.ts'
import { failureOfStatus } from './answer.ts'
import { type Claimed, claimWaiting, type Target, TARGET } from './claim.ts'
import { webhookIdOf } from './log.ts'
import { requestHeaders } from './request-headers.ts'
import { type HealthChange, type Tried, writeTried } from './results.ts'

interface PastDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly secrets: SecretBox
  readonly healthChanged: (tx: Tx, change: HealthChange, at: Date) => Promise<void>
}

const LANES = statement(
  'webhook_due.lanes_of_account',
  `select ${TARGET} from webhook_endpoint e where e.account_id = $1 and e.is_on and e.disabled_at is null
     and exists (select from webhook_due d where d.account_id = e.account_id and d.endpoint_id = e.id)`,
)

const MOST = 1_000
/** The longest time between a message of the past and its receipt. */
const RECEIPTS_AFTER = 10 * SECOND
/** The waits for an answer, of requests in turn, and the status of those that fail at first. */
const LATENCIES = [42, 38, 55, 47, 61, 40, 180, 44, 39, 52, 73] as const
const UNAVAILABLE = 503
/** One request of so many fails at first, and is taken at its second try. */
const FAILS_EVERY = 40

/**
 * Delivers what waits for the endpoints of an account as in the past: requests are signed and logged with an answer, and
 * none is sent.
 */
export async function deliverPast(deps: PastDeps, account: AccountId): Promise<void> {
  const { pool, clock } = deps
  const at = new Date(clock.now().getTime() + RECEIPTS_AFTER)
  const targets = await alone(pool).run<Target>(LANES, [account])
  if (targets.length === 0) return
  const lanes = targets.map((target) => ({ target, room: MOST }))
  const claimed = await claimWaiting(pool, lanes, at)
  const isLate = (nr: number): boolean => nr % FAILS_EVERY === FAILS_EVERY - 1
  const first = claimed.map((one, nr) => triedOf(deps, one, at, isLate(nr) ? UNAVAILABLE : 204, nr))
  const second = claimed.flatMap((one, nr) => {
    if (!isLate(nr)) return []
    const later = new Date(at.getTime() + limits.waits[one.target.schedule][0])
    return [triedOf(deps, { ...one, tries: 1, round: 1 }, later, 204, nr)]
  })
  await inTransaction(pool, async (tx) => {
    for (const tried of [first, second])
      if (tried.length > 0) await writeTried(tx, tried, () => 1 / 2, deps.healthChanged)
  })
}

function triedOf({ secrets }: PastDeps, claimed: Claimed, at: Date, code: number, nr: number): Tried {
  const { target } = claimed
  const headers = requestHeaders(secrets, target, { ...claimed, webhookId: webhookIdOf(claimed.id), at })
  const latency = LATENCIES[nr % LATENCIES.length] ?? LATENCIES[0]
  const answer = { code, failure: failureOfStatus(code), latency, headers: [], body: '', retryAfter: null }
  return { claimed, at, url: target.url, headers, answer, last: true }
}

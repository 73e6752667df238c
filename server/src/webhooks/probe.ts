import { HOUR, MINUTE } from '@hongyan/contract/durations'
import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import { TEST_EVENT } from '@hongyan/contract/vocabulary/webhook'
import { alone, inTransaction, statement } from '../db/tx.ts'
import type { Loop } from '../jobs/loop.ts'
import { TARGET } from './claim.ts'
import type { DeliverDeps } from './deliver.ts'
import type { HealthChange } from './results.ts'
import { postSample, type SampleTarget } from './test-request.ts'

const AT_ONCE = 50

/** An endpoint has its probes as long as events are kept for it. The end of a claim is the next probe. */
const CLAIM = statement(
  'webhook_endpoint.claim_probe',
  `with due as (
     select account_id, id from webhook_endpoint where probe_at <= $1 order by probe_at limit ${AT_ONCE}
     for update skip locked
   ), claimed as (
     update webhook_endpoint e
        set probe_at = case when e.disabled_at + interval '${limits.keptDays} days' > $1
          then $1::timestamptz + interval '${limits.probeEvery / HOUR} hours' end
       from due where e.account_id = due.account_id and e.id = due.id
     returning e.*
   )
   select ${TARGET}, a.currency from claimed e join account a on a.id = e.account_id where e.is_on`,
)

/** An endpoint that its owner changed meanwhile is left as it is. */
const RECOVER = statement(
  'webhook_endpoint.recover',
  `update webhook_endpoint set disabled_at = null, disabled_reason = null, failing_since = null, failures = 0, alerts = 0,
     paused_until = null, probe_at = null, succeeded_at = $3
    where account_id = $1 and id = $2 and disabled_at is not null and url = $4
   returning account_id as account, id as endpoint, name`,
)

/** Calls disabled endpoints every hour. One that accepts the test event is enabled, and its owner is told. */
export const probeLoop = (deps: DeliverDeps): Loop => {
  const { pool, clock, log, healthChanged } = deps

  const probe = async (target: SampleTarget): Promise<void> => {
    const { answer } = await postSample(deps, target, TEST_EVENT)
    if (answer.failure !== null) return
    const now = clock.now()
    await inTransaction(pool, async (tx) => {
      const recovered = await tx.run<Omit<HealthChange, 'state'>>(RECOVER, [target.account, target.id, now, target.url])
      for (const endpoint of recovered) await healthChanged(tx, { ...endpoint, state: 'recovered' }, now)
    })
  }

  return {
    name: 'webhook-probes',
    every: MINUTE,
    run: async (stopping) => {
      for (;;) {
        const due = await alone(pool).run<SampleTarget>(CLAIM, [clock.now()])
        await Promise.all(
          due.map((target) =>
            probe(target).catch((err: unknown) => log.error({ err, endpoint: target.id }, 'a webhook probe failed')),
          ),
        )
        if (due.length < AT_ONCE || stopping.aborted) return
      }
    },
  }
}

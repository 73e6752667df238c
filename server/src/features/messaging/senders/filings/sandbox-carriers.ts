import { SECOND } from '@hongyan/contract/durations'
import type { Loop } from '../../../../jobs/loop.ts'
import type { SenderDeps } from '../deps.ts'
import { recordAnswer } from './answers.ts'

const BATCH = 100

/** Files what has waited long enough, as the sandbox's carriers do. */
async function fileDue(deps: SenderDeps, answersAfter: number): Promise<void> {
  const { db, clock } = deps
  const due = await db
    .selectFrom('filing')
    .select(['account_id', 'subject_id', 'version', 'carrier'])
    .where('state', '=', 'filing')
    .where('changed_at', '<=', new Date(clock.now().getTime() - answersAfter))
    .orderBy('changed_at')
    .limit(BATCH)
    .execute()
  for (const { account_id: account, subject_id: subject, version, carrier } of due) {
    const answer = { account, subject, version, carrier, answer: 'filed', reason: null, by: null } as const
    await db.transaction().execute((tx) => recordAnswer(tx, deps, answer))
  }
}

/** The loop of the sandbox's carriers; none where real carriers decide, or the sandbox's answer at once. */
export function sandboxCarriers(deps: SenderDeps): readonly Loop[] {
  const { sandboxAnswersAfter: after } = deps.filing
  if (after === null || after === 0) return []
  return [{ name: 'sandbox-filings', every: SECOND, run: () => fileDue(deps, after) }]
}

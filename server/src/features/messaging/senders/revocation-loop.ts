import { MINUTE, SECOND } from '@hongyan/contract/durations'
import type { Pool } from 'pg'
import { alone } from '../../../db/tx.ts'
import { dueRows } from '../../../jobs/due.ts'
import type { Loop } from '../../../jobs/loop.ts'
import { revokeDue } from './deciding.ts'
import type { SenderDeps } from './deps.ts'
import type { RevocationRow } from './revocations.ts'
import { decidableSignature } from './signatures/review.ts'
import { decidableTemplate } from './templates/review.ts'

export interface RevocationDeps extends SenderDeps {
  readonly pool: Pool
}

/** A row whose process died is claimed again after this time. */
const CLAIMED_FOR = 5 * MINUTE

const due = dueRows<RevocationRow>({
  table: 'revocation',
  key: ['account_id', 'subject_id'],
  due: 'next_at',
  since: 'announced_at',
  backOff: { first: CLAIMED_FOR, factor: 0, most: CLAIMED_FOR },
  batch: 100,
})

/** Carries out the announced revocations whose time has come. */
export async function carryOutRevocations(deps: RevocationDeps): Promise<void> {
  for (let found = due.batch; found === due.batch;) {
    const rows = await due.claim(alone(deps.pool), deps.clock.now())
    for (const row of rows) {
      await deps.db
        .transaction()
        .execute((tx) =>
          row.kind === 'signature'
            ? revokeDue(tx, deps, decidableSignature, row)
            : revokeDue(tx, deps, decidableTemplate, row),
        )
    }
    found = rows.length
  }
}

export const revocationLoop = (deps: RevocationDeps): Loop => ({
  name: 'revocations',
  every: 10 * SECOND,
  run: () => carryOutRevocations(deps),
  backlog: () => due.backlog(alone(deps.pool), deps.clock.now()),
})

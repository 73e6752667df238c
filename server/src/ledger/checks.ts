import { HOUR } from '@hongyan/contract/durations'
import { alone, statement } from '../db/tx.ts'
import { type Check, elapsed, fine, wrong } from '../kit/check.ts'
import type { LedgerCommandDeps } from './commands.ts'
import { readLastProof } from './nightly.ts'

const NAME = 'ledger'
/** A day, and two hours for the proof itself. */
const PROOF_EVERY = 26 * HOUR

const LATE = 'Start the server, or see the loop ledger-proof.'

/** A new database may have entries of days ago: those of the demo. */
const HAS_OLD_ENTRIES = statement(
  'ledger_entry.any_before',
  `select min(ran_at) < $1 and exists (select from ledger_entry where at < $1) as "isOld" from schema_migration`,
)

export const ledgerChecks: readonly Check<LedgerCommandDeps>[] = [
  {
    name: NAME,
    async check({ pool, clock }) {
      const db = alone(pool)
      const last = await readLastProof(db)
      const now = clock.now().getTime()
      if (last === undefined) {
        const [found] = await db.run<{ readonly isOld: boolean }>(HAS_OLD_ENTRIES, [new Date(now - PROOF_EVERY)])
        if (found?.isOld === true) return [wrong(NAME, 'never verified', LATE)]
        return [fine(NAME, 'not verified yet; the server verifies it between 0:15 and 1:15 UTC')]
      }
      const age = now - last.at.getTime()
      const text = `verified ${elapsed(age)} ago`
      if (!last.ok) return [wrong(NAME, `${text}: wrong`, 'Run `hongyan ledger verify` to see the accounts.')]
      if (age <= PROOF_EVERY) return [fine(NAME, `${text}: both proofs hold`)]
      return [wrong(NAME, `${text}, and it should be once a day`, LATE)]
    },
  },
]

import { HOUR } from '@hongyan/contract/durations'
import { alone } from '../db/tx.ts'
import { type Check, elapsed, fine, wrong } from '../kit/check.ts'
import type { LedgerCommandDeps } from './commands.ts'
import { readLastProof } from './nightly.ts'

const NAME = 'ledger'
/** A day, and two hours for the proof itself. */
const PROOF_EVERY = 26 * HOUR

export const ledgerChecks: readonly Check<LedgerCommandDeps>[] = [
  {
    name: NAME,
    async check({ pool, clock }) {
      const last = await readLastProof(alone(pool))
      if (last === undefined) return [fine(NAME, 'not verified yet; the server verifies it between 0:15 and 1:15 UTC')]
      const age = clock.now().getTime() - last.at.getTime()
      const text = `verified ${elapsed(age)} ago`
      if (!last.ok) return [wrong(NAME, `${text}: wrong`, 'Run `hongyan ledger verify` to see the accounts.')]
      if (age <= PROOF_EVERY) return [fine(NAME, `${text}: both proofs hold`)]
      return [wrong(NAME, `${text}, and it should be once a day`, 'Start the server, or see the loop ledger-proof.')]
    },
  },
]

import type { Pool } from 'pg'
import { alone } from '../db/tx.ts'
import type { Clock } from '../kit/clock.ts'
import type { Command, CommandResult } from '../kit/command.ts'
import { type Verified, verifyLedger, wholeDetail } from './verify.ts'

export interface LedgerCommandDeps {
  readonly pool: Pool
  readonly clock: Clock
}

/** The most findings in the one line of output; a second run shows the next ones. */
const SHOWN = 5

async function verify({ pool, clock }: LedgerCommandDeps): Promise<CommandResult> {
  const verified = await verifyLedger(alone(pool), wholeDetail(clock.now()))
  const { ok, entries, proof1, proof2 } = verified
  return { line: lineOf(verified), json: { ok, entries: Number(entries), proof1, proof2 }, failed: !ok }
}

function lineOf({ ok, entries, findings }: Verified): string {
  if (ok) return `The ledger is right: ${entries} entries, both proofs.`
  const shown = findings
    .slice(0, SHOWN)
    .map(({ account, proof, what }) => `proof ${proof}, account ${account}: ${what}`)
  const more = findings.length > SHOWN ? ` (and ${findings.length - SHOWN} more)` : ''
  return `The ledger is wrong: ${shown.join('; ')}${more}.`
}

export const ledgerCommands: readonly Command<LedgerCommandDeps>[] = [
  { name: 'ledger verify', usage: '[--json]', options: {}, arity: 0, run: verify },
]

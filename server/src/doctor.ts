import { openPool } from './db/connect.ts'
import { databaseChecks } from './db/checks.ts'
import { codeChecks } from './features/account/codes/checks.ts'
import { gatewayChecks } from './gateway/checks.ts'
import { loopChecks } from './jobs/checks.ts'
import { type Check, type Finding, resultOfChecks, wrong } from './kit/check.ts'
import { type Clock, systemClock } from './kit/clock.ts'
import type { Command, CommandResult } from './kit/command.ts'
import type { Logger } from './kit/logger.ts'
import { sealedColumns } from './compose/sealed-columns.ts'
import type { Config } from './config/config.ts'
import { keyChecks } from './keys/checks.ts'
import type { KeyDeps } from './keys/open-keys.ts'
import { ledgerChecks } from './ledger/checks.ts'
import { paymentChecks } from './payments/alarms/checks.ts'

export interface DoctorDeps {
  readonly config: Config
  readonly log: Logger
  readonly databaseUrl: string
}

interface CheckDeps extends KeyDeps {
  readonly clock: Clock
}

/** The registry of checks. Every area adds its own. */
const checks: readonly Check<CheckDeps>[] = [
  ...databaseChecks,
  ...keyChecks,
  ...gatewayChecks,
  ...ledgerChecks,
  ...paymentChecks,
  ...codeChecks,
  ...loopChecks,
]

/** Reads the state of the whole system and changes nothing, not even the schema. */
async function examine({ config, databaseUrl, log }: DoctorDeps): Promise<CommandResult> {
  const pool = openPool(databaseUrl, 2, log)
  const deps = { pool, config, columns: sealedColumns, clock: systemClock }
  try {
    const findings = (await Promise.all(checks.map((row) => findingsOf(row, deps)))).flat()
    return resultOfChecks(findings)
  } finally {
    await pool.end()
  }
}

async function findingsOf({ name, check }: Check<CheckDeps>, deps: CheckDeps): Promise<readonly Finding[]> {
  return check(deps).catch((error: unknown) => {
    const hint = 'Fix the cause, then run `hongyan doctor` again.'
    return [wrong(name, `cannot be checked: ${reasonOf(error)}`, hint)]
  })
}

/** A refused connection to several addresses has a code and no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

export const doctorCommand: Command<DoctorDeps> = {
  name: 'doctor',
  usage: '[--json]',
  options: {},
  arity: 0,
  run: examine,
}

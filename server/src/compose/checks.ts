import { sealedColumns } from './sealed-columns.ts'
import type { Config } from '../config/config.ts'
import { databaseChecks } from '../db/checks.ts'
import { codeChecks } from '../features/account/codes/checks.ts'
import { reviewChecks } from '../features/account/verification/checks.ts'
import { analyticsChecks } from '../features/messaging/analytics/checks.ts'
import { gatewayChecks } from '../gateway/checks.ts'
import { loopChecks } from '../jobs/checks.ts'
import { type Check, type Finding, runChecks } from '../kit/check.ts'
import type { Clock } from '../kit/clock.ts'
import { keyChecks } from '../keys/checks.ts'
import type { KeyDeps } from '../keys/open-keys.ts'
import { ledgerChecks } from '../ledger/checks.ts'
import { paymentChecks } from '../payments/alarms/checks.ts'

interface CheckDeps extends KeyDeps {
  readonly config: Config
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
  ...reviewChecks,
  ...analyticsChecks,
  ...loopChecks,
]

/** Reads the state of the whole system and changes nothing, not even the schema. */
export const examine = ({ pool, config, clock }: Omit<CheckDeps, 'columns'>): Promise<readonly Finding[]> =>
  runChecks(checks, { pool, config, clock, columns: sealedColumns })

import { examine } from './compose/checks.ts'
import type { Config } from './config/config.ts'
import { openPool } from './db/connect.ts'
import { resultOfChecks } from './kit/check.ts'
import { systemClock } from './kit/clock.ts'
import type { Command } from './kit/command.ts'
import type { Logger } from './kit/logger.ts'

export interface DoctorDeps {
  readonly config: Config
  readonly log: Logger
  readonly databaseUrl: string
}

export const doctorCommand: Command<DoctorDeps> = {
  name: 'doctor',
  usage: '[--json]',
  options: {},
  arity: 0,
  async run({ config, databaseUrl, log }) {
    const pool = openPool(databaseUrl, 2, log)
    try {
      return resultOfChecks(await examine({ pool, config, clock: systemClock }))
    } finally {
      await pool.end()
    }
  },
}

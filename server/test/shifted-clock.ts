import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { HouseServer } from './house.ts'

/** The clock of a house's servers, which a test can set. PostgreSQL keeps the machine's clock. */
export interface ShiftedClock {
  /** The settings of the servers. */
  readonly settings: Readonly<Record<string, string>>
  /** Shifts the clock of these servers by so many milliseconds from the machine's. */
  readonly shift: (servers: readonly HouseServer[], millis: number) => void
  readonly remove: () => void
}

export function newShiftedClock(): ShiftedClock {
  const folder = mkdtempSync(path.join(tmpdir(), 'hongyan-clock-'))
  const file = path.join(folder, 'shift')
  const set = (millis: number): void => writeFileSync(file, String(millis))
  set(0)
  return {
    settings: {
      NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'shifted-clock.mjs')}`,
      SHIFTED_CLOCK: file,
    },
    shift(servers, millis) {
      set(millis)
      for (const server of servers) process.kill(server.pid(), 'SIGUSR2')
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

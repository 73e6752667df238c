import { createHash } from 'node:crypto'
import { cpus, loadavg } from 'node:os'
import { defineConfig } from 'vitest/config'

/** What the work below takes on one quiet core of a machine that runs all tests in eight minutes. */
const QUIET_MILLIS = 60
const BYTES = 32 * 1024 * 1024

/** How many times slower than quiet this machine is now, and at least 1. Every wait is as many times longer. */
function measuredPatience(): number {
  const started = performance.now()
  createHash('sha256').update(Buffer.alloc(BYTES)).digest()
  const slowness = (performance.now() - started) / QUIET_MILLIS
  const [waiting = 0] = loadavg()
  return Math.max(1, slowness, waiting / cpus().length)
}

// The configurations of the projects and all workers read it.
process.env['PATIENCE'] ??= measuredPatience().toFixed(1)

export default defineConfig({ test: { projects: ['contract', 'server', 'console', 'e2e'] } })

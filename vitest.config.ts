import { createHash } from 'node:crypto'
import { cpus, loadavg } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import recorded from './tools/test-times.json' with { type: 'json' }

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

const seconds: Readonly<Record<string, number>> = recorded
const order = ['server', 'e2e', 'console', 'contract']

/**
 * Begins with the longest files of the server, which mostly wait, so that short ones work beside them and no worker
 * waits for another at the end. A file without recorded seconds comes first.
 */
class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification) => order.indexOf(project.name)
    const time = ({ moduleId }: TestSpecification) =>
      seconds[path.relative(import.meta.dirname, moduleId)] ?? Number.MAX_VALUE
    return Promise.resolve(files.toSorted((one, other) => place(one) - place(other) || time(other) - time(one)))
  }
}

// The configurations of the projects and all workers read it.
process.env['PATIENCE'] ??= measuredPatience().toFixed(1)

export default defineConfig({
  test: { projects: ['contract', 'server', 'console', 'e2e'], sequence: { sequencer: LongestFirst } },
})

import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
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

const MEMORY = '/dev/shm'
const OURS = 'hongyan-tests-'
/** A run's databases take a few hundred megabytes. */
const ROOM = 6 * 1024 ** 3
const HOUR = 3_600_000

/** True where a killed run left the folder behind. */
const isLeftOver = (name: string): boolean =>
  name.startsWith(OURS) &&
  !existsSync(`/proc/${name.slice(OURS.length)}`) &&
  statSync(path.join(MEMORY, name)).mtimeMs < Date.now() - HOUR

/**
 * Makes a folder in memory for the databases of this run, where the machine has room: each test's database is a thousand
 * files, which cost the file system of a disk ten times as much.
 */
function memoryFolder(): string | null {
  if (!existsSync(MEMORY)) return null
  for (const name of readdirSync(MEMORY).filter(isLeftOver))
    rmSync(path.join(MEMORY, name), { recursive: true, force: true })
  const { bavail, bsize } = statfsSync(MEMORY)
  if (Math.min(bavail * bsize, process.availableMemory()) < ROOM) return null
  const folder = path.join(MEMORY, `${OURS}${process.pid}`)
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
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
const memory = memoryFolder()
if (memory !== null) process.env['MEMORY_FOLDER'] ??= memory

export default defineConfig({
  test: {
    projects: ['contract', 'server', 'console', 'e2e'],
    sequence: { sequencer: LongestFirst },
    // A run transforms a thousand modules, which takes six seconds of a processor. The parts of `npm test` share them, and
    // so does the next run, below node_modules, for the files that have not changed.
    experimental: { fsModuleCache: true },
  },
})

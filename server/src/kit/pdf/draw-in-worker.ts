import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { keyedQueue } from '../keyed-queue.ts'
import { Refusal } from '../refusal.ts'

/** The thread's program stands beside the bundle; where our sources run as they are, there is none. */
const PROGRAM = new URL('./pdf-worker.js', import.meta.url)
const isBuilt = fileURLToPath(import.meta.url).endsWith('.js')

const PATIENCE_MILLIS = 60_000
const HEAP_MEGABYTES = 384
/** The most PDFs that wait to be drawn; each holds its lines in memory. */
const WAITING = 10

/** A paper under the name of its file, and what it is drawn of: only what can be handed to another thread. */
export interface NamedJob<Job> {
  readonly name: string
  readonly job: Job
}

export interface PdfFile {
  readonly name: string
  /** Base64. */
  readonly content: string
}

/** Draws papers one at a time, and few that wait: each takes memory and a good part of a second. */
export type DrawInTurn = <Job>(
  read: () => Promise<NamedJob<Job>>,
  draw: (job: Job) => Promise<Buffer>,
) => Promise<PdfFile>

export function drawInTurn(): DrawInTurn {
  const inTurn = keyedQueue()
  let waiting = 0
  return async (read, draw) => {
    if (waiting >= WAITING) throw new Refusal('busy', { retryAfter: 1 })
    waiting += 1
    try {
      const { name, job } = await read()
      const drawn = await inTurn('paper', () => (isBuilt ? drawApart(job) : draw(job)))
      return { name, content: drawn.toString('base64') }
    } finally {
      waiting -= 1
    }
  }
}

/**
 * Draws a paper in a thread of its own: embedding a font of eight megabytes keeps a processor busy for some tenths of a
 * second, in which nobody else would be answered. The thread's memory is bounded and goes with it.
 */
function drawApart(job: unknown): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(PROGRAM, {
      workerData: job,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    })
    const patience = setTimeout(() => void worker.terminate(), PATIENCE_MILLIS)
    worker.once('message', (drawn: Uint8Array) => resolve(Buffer.from(drawn)))
    worker.once('error', reject)
    worker.once('exit', (code) => {
      clearTimeout(patience)
      reject(new Error(`the thread that draws a paper ended with ${code}`))
    })
  })
}

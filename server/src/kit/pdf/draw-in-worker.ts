import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { MINUTE } from '@hongyan/contract/durations'
import { keyedQueue } from '../keyed-queue.ts'
import { Refusal } from '../refusal.ts'

/**
 * The program of the worker, which the build puts beside the bundle. It is missing where the sources run without a
 * build.
 */
const PROGRAM = new URL('./pdf-worker.js', import.meta.url)
const isBuilt = fileURLToPath(import.meta.url).endsWith('.js')

const PATIENCE_MILLIS = MINUTE
const HEAP_MEGABYTES = 384
/** The most PDFs that wait to be drawn; each holds its lines in memory. */
const WAITING = 10

/** The name of the PDF's file and its input, which must be cloneable to a worker thread. */
export interface NamedJob<Job> {
  readonly name: string
  readonly job: Job
}

export interface PdfFile {
  readonly name: string
  /** Base64. */
  readonly content: string
}

/**
 * Draws PDFs one at a time and lets a few wait: each takes memory and a good part of a second. Throws `busy` beyond
 * that.
 */
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
      const drawn = await inTurn('pdf', () => (isBuilt ? drawInWorker(job) : draw(job)))
      return { name, content: drawn.toString('base64') }
    } finally {
      waiting -= 1
    }
  }
}

/**
 * Draws a PDF in a worker thread: embedding a font of 8 MB keeps a processor busy for some tenths of a second, in which
 * the server would answer no request. The thread's memory is bounded and freed with it.
 */
function drawInWorker(job: unknown): Promise<Buffer> {
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
      reject(new Error(`the worker that draws a PDF ended with ${code}`))
    })
  })
}

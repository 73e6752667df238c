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

const TIMEOUT_MILLIS = MINUTE
const HEAP_MEGABYTES = 384
/** The most PDFs at once, those that wait and the one that is drawn; each keeps its input in memory. */
const MOST_PDFS = 10

/** A PDF to draw: the name of its file, and the input of `draw`, which must be cloneable to a worker thread. */
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
 * Reads the inputs of PDFs and draws one PDF at a time, because each takes memory and some tenths of a second. Throws
 * `busy` while ten are open. A build never calls `draw`, since a function cannot be cloned to a thread: the worker
 * chooses the function by the job's `document`.
 */
export type DrawInTurn = <Job>(
  read: () => Promise<NamedJob<Job>>,
  draw: (job: Job) => Promise<Buffer>,
) => Promise<PdfFile>

export function drawInTurn(): DrawInTurn {
  const inTurn = keyedQueue()
  let open = 0
  return async (read, draw) => {
    if (open >= MOST_PDFS) throw new Refusal('busy', { retryAfter: 1 })
    open += 1
    try {
      const { name, job } = await read()
      const drawn = await inTurn('pdf', () => (isBuilt ? drawInWorker(job) : draw(job)))
      return { name, content: drawn.toString('base64') }
    } finally {
      open -= 1
    }
  }
}

/**
 * Draws a PDF in a worker thread: embedding a font of 8 MB keeps a processor busy for some tenths of a second, in which
 * the server would answer no request. The thread's memory has a limit and is freed when the thread ends.
 */
function drawInWorker(job: unknown): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(PROGRAM, {
      workerData: job,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    })
    const timeout = setTimeout(() => void worker.terminate(), TIMEOUT_MILLIS)
    worker.once('message', (drawn: Uint8Array) => resolve(Buffer.from(drawn)))
    worker.once('error', reject)
    worker.once('exit', (code) => {
      clearTimeout(timeout)
      reject(new Error(`the worker that draws a PDF ended with ${code}`))
    })
  })
}

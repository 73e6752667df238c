import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { drawJob, type PaperJob } from './papers.ts'

/** The thread's program stands beside the bundle; where our sources run as they are, there is none. */
const PROGRAM = new URL('./paper-worker.js', import.meta.url)
const isBuilt = fileURLToPath(import.meta.url).endsWith('.js')

const PATIENCE_MILLIS = 60_000
const HEAP_MEGABYTES = 384

/**
 * Draws a paper in a thread of its own: embedding a font of eight megabytes keeps a processor busy for some tenths of a
 * second, in which nobody else would be answered. The thread's memory is bounded and goes with it.
 */
export function drawApart(job: PaperJob): Promise<Buffer> {
  if (!isBuilt) return drawJob(job)
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

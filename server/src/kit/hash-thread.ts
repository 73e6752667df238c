import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { hash, verify } from '@node-rs/argon2'
import { COST, type HashJob, type HashResult } from './hash-job.ts'

/** The program of the threads, which the build puts beside the bundle. It is missing where the sources run unbuilt. */
const PROGRAM = new URL('./hash-worker.js', import.meta.url)
const isBuilt = fileURLToPath(import.meta.url).endsWith('.js')

/** The heap of a thread. The memory of a hash is beside it. */
const LIMITS = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 }

const idle: Worker[] = []

/** Hashes a password in a thread of low priority, or compares it with a hash. The callers limit how many do at once. */
export function runHash(job: HashJob): Promise<string | boolean> {
  if (isBuilt) return inThread(PROGRAM, job)
  return 'hash' in job ? verify(job.hash, job.password) : hash(job.password, COST)
}

function started(program: URL): Worker {
  const worker = new Worker(program, { execArgv: [], env: {}, resourceLimits: LIMITS })
  // A thread that ends while it is idle harms no job.
  worker.on('error', () => undefined)
  worker.on('exit', () => {
    if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1)
  })
  return worker
}

/** Works in a thread that is idle, or a new one. It is kept for the next job; one that fails is not. */
function inThread(program: URL, job: HashJob): Promise<string | boolean> {
  const worker = idle.pop() ?? started(program)
  // The process ends while threads are idle, and not while one works.
  worker.ref()
  return new Promise((resolve, reject) => {
    const end = (): void => void worker.off('message', take).off('error', fail).off('exit', fail)
    const fail = (error: unknown): void => {
      end()
      reject(error instanceof Error ? error : new Error(`the thread of password hashes ended with ${String(error)}`))
    }
    const take = (result: HashResult): void => {
      end()
      worker.unref()
      idle.push(worker)
      if ('done' in result) resolve(result.done)
      else reject(new Error(result.failed))
    }
    worker.on('message', take).on('error', fail).on('exit', fail)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(job)
  })
}

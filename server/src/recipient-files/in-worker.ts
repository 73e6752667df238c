import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { MINUTE } from '@hongyan/contract/durations'
import { keyedQueue } from '../kit/keyed-queue.ts'
import { FAILED, parseRecipients } from './parse.ts'
import type { ReadRecipients, RecipientInput, RecipientSummary } from './read.ts'
import type { FromThread, Job } from './worker.ts'

/** The program of the thread, which the build puts beside the bundle. It is missing where the sources run unbuilt. */
const PROGRAM = new URL('./recipient-worker.js', import.meta.url)
const isBuilt = fileURLToPath(import.meta.url).endsWith('.js')

/** The longest that a thread works at one page. A file that takes longer is hostile. */
const PAGE_TIMEOUT = MINUTE
/** The heap of a thread. Its buffers, of a file and of a million numbers, are beside it. */
const LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 4 }

/**
 * Reads recipients in a worker thread, since a file keeps a processor busy for seconds, in which the server would answer
 * no request. A thread that fails or fills its memory makes the file unreadable, and leaves the server as it was.
 */
export const readRecipients: ReadRecipients = (input, options, take) =>
  isBuilt ? readInThread(PROGRAM, input, options, take) : readHere(input, options, take)

/** Reads one source after the other: each has a thread with its memory. */
export function readInTurn(): ReadRecipients {
  const inTurn = keyedQueue()
  return (input, options, take) => inTurn('thread', () => readRecipients(input, options, take))
}

/** Reads recipients in this process, for sources that are small. */
export const readHere: ReadRecipients = async (input, options, take) => {
  const pages = parseRecipients(input, options)
  for (;;) {
    options.signal?.throwIfAborted()
    const next = await pages.next()
    if (next.done === true) return next.value
    await take(next.value)
  }
}

/** Reads in a thread of a program. The content of a file moves to the thread without a copy. */
export async function readInThread(
  program: URL,
  input: RecipientInput,
  { country, phoneColumn, sheet, signal }: Parameters<ReadRecipients>[1],
  take: Parameters<ReadRecipients>[2],
): Promise<RecipientSummary> {
  const job: Job = { input, choices: { country, phoneColumn, sheet } }
  const worker = new Worker(program, {
    workerData: job,
    transferList: input.kind === 'file' && isWhole(input.content) ? [input.content.buffer] : [],
    execArgv: [],
    env: {},
    resourceLimits: LIMITS,
  })
  try {
    return await follow(worker, take, signal)
  } finally {
    await worker.terminate()
  }
}

const isWhole = (content: Uint8Array): content is Uint8Array<ArrayBuffer> =>
  content.buffer instanceof ArrayBuffer && content.byteLength === content.buffer.byteLength

/**
 * Takes the pages of a thread until its summary, one at a time. One that ends or hangs before it counts as a file that
 * failed. No page is on its way any more when the promise settles.
 */
function follow(worker: Worker, take: Parameters<ReadRecipients>[2], signal?: AbortSignal): Promise<RecipientSummary> {
  return new Promise((resolve, reject) => {
    let taking: Promise<void> = Promise.resolve()
    let isOver = false
    const end = (then: () => void): void => {
      if (isOver) return
      isOver = true
      clearTimeout(timeout)
      signal?.removeEventListener('abort', stop)
      void taking.then(then, reject)
    }
    const fail = (): void => end(() => resolve(FAILED))
    const stop = (): void => end(() => reject(signal?.reason))
    const next = async (message: FromThread): Promise<void> => {
      clearTimeout(timeout)
      if ('summary' in message) return end(() => resolve(withBuffer(message.summary)))
      await taking
      if (isOver) return
      timeout = setTimeout(fail, PAGE_TIMEOUT)
      // The thread works at the next page while this one is taken.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
      worker.postMessage('go on')
      taking = take(message.page)
      await taking
    }
    let timeout = setTimeout(fail, PAGE_TIMEOUT)
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted === true) stop()
    worker.on('message', (message: FromThread) => {
      next(message).catch((error: unknown) => end(() => reject(error)))
    })
    worker.once('error', fail)
    worker.once('exit', fail)
  })
}

/** Buffers arrive from a thread as plain arrays of bytes. */
const withBuffer = (summary: RecipientSummary): RecipientSummary =>
  summary.sha256 === null ? summary : { ...summary, sha256: Buffer.from(summary.sha256) }

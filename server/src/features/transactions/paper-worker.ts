import { parentPort, workerData } from 'node:worker_threads'
import { drawJob, type PaperJob } from './papers.ts'

/** A thread that draws the one paper it was made for. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(await drawJob(workerData as PaperJob)) // what drawApart gave it

import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import { COST, type HashJob, type HashResult } from './hash-job.ts'

/**
 * The thread yields: a hash takes a processor that nothing else wants, and a tenth of one that is wanted. So a flood of
 * guesses slows no other request, and an owner beside it still signs in.
 */
const NICENESS = 10

// On Linux a priority is a thread's own; elsewhere it is the process's.
if (process.platform === 'linux') setPriority(NICENESS)
const port = parentPort
if (port === null) throw new Error('this program runs in a worker thread')

/** An error says nothing about the password. */
function resultOf(job: HashJob): HashResult {
  try {
    return { done: 'hash' in job ? verifySync(job.hash, job.password) : hashSync(job.password, COST) }
  } catch (error) {
    return { failed: String(error) }
  }
}

port.on('message', (job: HashJob) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  port.postMessage(resultOf(job))
})

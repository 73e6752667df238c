import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { parseRecipients, type ReadChoices } from './parse.ts'
import type { RecipientInput, RecipientPage, RecipientSummary } from './read.ts'

/** The work of a thread. */
export interface Job {
  readonly input: RecipientInput
  readonly choices: ReadChoices
}

/** The messages of a thread. The reader answers a page once the one before is taken: one page waits at most. */
export type FromThread = { readonly page: RecipientPage } | { readonly summary: RecipientSummary }

/** Reads the source that this thread was started for. */
const { input, choices } = workerData as Job // the host starts the thread with one
const port = parentPort
if (port === null) throw new Error('this program runs in a worker thread')
const send = (message: FromThread): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  port.postMessage(message)
}
const pages = parseRecipients(input, choices)
for (;;) {
  const next = await pages.next()
  if (next.done === true) {
    send({ summary: next.value })
    break
  }
  const answered = once(port, 'message')
  send({ page: next.value })
  await answered
}

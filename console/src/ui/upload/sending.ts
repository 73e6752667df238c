import type { Upload } from '@hongyan/contract/endpoints/upload'
import type { UploadPurpose } from '@hongyan/contract/vocabulary/upload'

export interface SendOptions {
  readonly signal: AbortSignal
  /** Receives the share of the file that was sent, from 0 to 1. */
  readonly onProgress: (share: number) => void
}

/** Uploads one file. Throws an error with a message for the customer. */
export type SendFile = (file: File, purpose: UploadPurpose, options: SendOptions) => Promise<Upload>

/** A page's files share the customer's line, and the server takes six of an account at once. */
const AT_ONCE = 3

let running = 0
const waiting: (() => void)[] = []

/** Runs work in its turn. One that is cancelled while it waits never runs. */
export async function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => void waiting.push(resolve))
  running += 1
  try {
    signal.throwIfAborted()
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

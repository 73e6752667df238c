import { createHmac, type KeyObject } from 'node:crypto'

export const HASH_BYTES = 16

/** Hashes a number under the account's key, so that equal numbers of two accounts do not look equal. */
export const recipientHash = (key: KeyObject, to: string): Buffer =>
  createHmac('sha256', key).update(to).digest().subarray(0, HASH_BYTES)

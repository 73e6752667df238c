import type { Readable } from 'node:stream'

/** The place of stored objects. Their content is encrypted before it gets here. */
export interface Storage {
  /**
   * Stores a file of this machine under a new key, and syncs it. The file itself may be moved. An object is there whole
   * or not at all.
   */
  readonly put: (key: string, file: string) => Promise<void>
  /** The content of an object, or null where there is none. The caller reads the stream to its end or destroys it. */
  readonly open: (key: string) => Promise<Readable | null>
  /** Removes an object. Succeeds where there is none. */
  readonly remove: (key: string) => Promise<void>
}

/** The form of a key: random, so that it shows neither an account nor a name. */
const KEY = /^[0-9a-f]{32}$/

/** Throws for a text that is no key: an adapter makes a path of it. */
export function requireKey(key: string): string {
  if (!KEY.test(key)) throw new Error('this is no key of a stored object')
  return key
}

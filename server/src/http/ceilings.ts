/** The most that callers may keep open at the server at once. */
export interface Ceilings {
  readonly connections: number
  readonly connectionsPerAddress: number
  /** Bytes of bodies that have not arrived whole. */
  readonly bodyBytes: number
  readonly bodyBytesPerAddress: number
}

/**
 * More than any customer needs, and little enough that the server's memory holds it: a connection that waits costs it 3
 * to 12 KB.
 */
export const CEILINGS: Ceilings = {
  connections: 5_000,
  connectionsPerAddress: 1_000,
  bodyBytes: 64 * 1024 * 1024,
  bodyBytesPerAddress: 8 * 1024 * 1024,
}

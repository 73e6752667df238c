/** Why the server cannot start, in one sentence that the operator reads and acts on. */
export class StartError extends Error {
  override name = 'StartError'
}

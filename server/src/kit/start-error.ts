/** An expected error of the server's start or of a command: one sentence for the operator, and exit code 1. */
export class StartError extends Error {
  override name = 'StartError'
}

import { StartError } from './start-error.ts'

const SLOWEST_STOP_MILLIS = 20_000

/** Ctrl-C and `kill` end us in order; asked twice, or when order takes too long, at once. */
export function stopOnSignals(stop: () => Promise<void>): void {
  let asked = false
  const end = (): void => {
    if (asked) process.exit(1)
    asked = true
    setTimeout(() => process.exit(1), SLOWEST_STOP_MILLIS).unref()
    stop().then(() => process.exit(0), exitWith)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}

/** One line for the operator; a bug also shows where it is. */
export function exitWith(error: unknown): never {
  process.stderr.write(`${wordsOf(error)}\n`)
  process.exit(1)
}

function wordsOf(error: unknown): string {
  if (error instanceof StartError) return error.message.replaceAll(/\s*\n\s*/g, ' ')
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

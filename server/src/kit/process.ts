import { StartError } from './start-error.ts'

const SLOWEST_STOP_MILLIS = 20_000

/** npm passes on a Ctrl-C that the terminal has sent to us as well; that is one wish, not two. */
const ECHO_MILLIS = 500

/** Ctrl-C and `kill` end us in order; asked again, or when order takes too long, at once. */
export function stopOnSignals(stop: () => Promise<void>): void {
  let asked: number | null = null
  const end = (): void => {
    if (asked !== null) {
      if (performance.now() - asked > ECHO_MILLIS) process.exit(1)
      return
    }
    asked = performance.now()
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

import { SECOND } from '@hongyan/contract/durations'
import { StartError } from './start-error.ts'

const SLOWEST_STOP_MILLIS = 20 * SECOND

/** A Ctrl-C may arrive twice, from the terminal and from npm. Two signals within this time count as one. */
const DUPLICATE_WITHIN = 500

/** Stops the server in order at Ctrl-C or SIGTERM; at a second signal, or after a timeout, exits at once. */
export function stopOnSignals(stop: () => Promise<void>): void {
  let stopping: number | null = null
  const end = (): void => {
    if (stopping !== null) {
      if (performance.now() - stopping > DUPLICATE_WITHIN) process.exit(1)
      return
    }
    stopping = performance.now()
    setTimeout(() => process.exit(1), SLOWEST_STOP_MILLIS).unref()
    stop().then(() => process.exit(0), exitWith)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}

/** Writes one line for the operator and exits; a bug also shows its stack. */
export function exitWith(error: unknown): never {
  process.stderr.write(`${lineOf(error)}\n`)
  process.exit(1)
}

function lineOf(error: unknown): string {
  if (error instanceof StartError) return error.message.replaceAll(/\s*\n\s*/g, ' ')
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

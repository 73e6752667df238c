import { SECOND } from '@hongyan/contract/durations'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

export type { Logger }

/** From the most verbose to the least. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

/** Fields that are redacted in the first three levels of a logged object: credentials, codes, texts and cards. */
const secretFields = [
  'password',
  'secret',
  'secrets',
  'token',
  'authorization',
  'cookie',
  '["set-cookie"]',
  'code',
  'text',
  'card',
]
const DEPTHS = ['', '*.', '*.*.']

/**
 * Describes an error by type, message, stack and cause. Its `code` is logged as `reason`, since the field `code` is
 * redacted. Other fields are left out: PostgreSQL's `detail` quotes rows.
 */
const describeError = (error: unknown): unknown => (error instanceof Error ? describe(error) : error)

function describe(error: Error): Record<string, unknown> {
  const reason = 'code' in error ? { reason: error.code } : {}
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) }
  return { type: error.name, message: error.message, stack: error.stack, ...reason, ...cause }
}

/**
 * Makes a log of JSON lines, by default on stdout. `isOutage` names the errors of an outage or a flood, which every
 * call and loop meets: at most one line a second shows one, without its stack and causes.
 */
export function newLogger(
  level: LogLevel | 'silent',
  destination?: DestinationStream,
  isOutage?: (error: unknown) => boolean,
): Logger {
  const paths = DEPTHS.flatMap((depth) => secretFields.map((field) => pathOf(depth, field)))
  return pino(
    {
      level,
      base: null,
      redact: { paths, censor: '[redacted]' },
      serializers: { err: describeError },
      timestamp: pino.stdTimeFunctions.isoTime,
      ...(isOutage !== undefined && { hooks: { logMethod: shortOutages(isOutage) } }),
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  )
}

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

/** Lets one line a second pass of those about an outage, with the number of lines left out since the one before. */
function shortOutages(isOutage: (error: unknown) => boolean): LogMethod {
  let lastAt = Number.NEGATIVE_INFINITY
  let leftOut = 0
  return function write(line, method) {
    const [given, text]: readonly unknown[] = line
    const fields: { readonly err?: unknown } = typeof given === 'object' && given !== null ? given : {}
    if (!(fields.err instanceof Error) || !isOutage(fields.err)) return method.apply(this, line)
    const now = performance.now()
    if (now - lastAt < SECOND) return void (leftOut += 1)
    const err = { ...describe(fields.err), stack: undefined, cause: undefined }
    method.apply(this, [{ ...fields, err, leftOut }, String(text)])
    ;[lastAt, leftOut] = [now, 0]
  }
}

const pathOf = (depth: string, field: string): string =>
  field.startsWith('[') ? depth.slice(0, -1) + field : depth + field

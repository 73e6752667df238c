import { type DestinationStream, type Logger, pino } from 'pino'

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
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const reason = 'code' in error ? { reason: error.code } : {}
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) }
  return { type: error.name, message: error.message, stack: error.stack, ...reason, ...cause }
}

export function newLogger(level: LogLevel | 'silent', destination?: DestinationStream): Logger {
  const paths = DEPTHS.flatMap((depth) => secretFields.map((field) => pathOf(depth, field)))
  return pino(
    {
      level,
      base: null,
      redact: { paths, censor: '[redacted]' },
      serializers: { err: describeError },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  )
}

const pathOf = (depth: string, field: string): string =>
  field.startsWith('[') ? depth.slice(0, -1) + field : depth + field

/**
 * An error response: its message for the customer, its code, the side that can resolve it, the field it belongs to, and
 * the request id for support.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string | undefined
  /** One of the contract's sides. A failure of the server without an error object is ours as well. */
  readonly side: string | undefined
  readonly field: string | undefined
  readonly requestId: string | undefined
  /** The data of the error, as its code defines it. */
  readonly details: unknown
  /** Seconds until a retry is allowed. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    message: string,
    error: Readonly<Record<string, unknown>> = {},
    retryAfter: string | null = null,
  ) {
    super(message)
    const text = (key: string) => (typeof error[key] === 'string' ? error[key] : undefined)
    this.status = status
    this.code = text('code')
    this.side = text('side') ?? (status < 500 ? undefined : 'us')
    this.field = text('field')
    this.requestId = text('requestId')
    this.details = error['details']
    const seconds = Number(retryAfter)
    this.retryAfter = seconds > 0 ? seconds : undefined
  }
}

/**
 * Seconds until a reached limit allows a retry; null for any other error. The server also sends a time to wait with an
 * outage, which no count of attempts has caused.
 */
export const limitWait = (error: unknown): number | null =>
  error instanceof ApiError && error.status === 429 ? (error.retryAfter ?? null) : null

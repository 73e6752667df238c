/** The server's no: its words for a person, its code, the field it is about, and the id to quote to support. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string | undefined
  readonly field: string | undefined
  readonly requestId: string | undefined
  /** What a program needs to act on it, as its code has it. */
  readonly details: unknown
  /** Seconds until the same may be asked again. */
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
    this.field = text('field')
    this.requestId = text('requestId')
    this.details = error['details']
    const seconds = Number(retryAfter)
    this.retryAfter = seconds > 0 ? seconds : undefined
  }
}

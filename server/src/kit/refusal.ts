import { type ErrorCode, errors } from '@hongyan/contract/errors'

export interface RefusalDetails {
  /** The field that is to blame, as the request spells it; a path such as `to[3]` inside a list. */
  readonly field?: string
  /** What a program needs to act on it, for example the current record of a stale update. */
  readonly details?: unknown
  /** Whole seconds to wait before trying again. */
  readonly retryAfter?: number
}

/** A foreseen no, from the one table of errors. Whatever else is thrown is a bug. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly details: unknown
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, { field, details, retryAfter }: RefusalDetails = {}) {
    super(errors[code].en.what)
    this.code = code
    this.field = field
    this.details = details
    this.retryAfter = retryAfter
  }
}

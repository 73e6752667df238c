import { type ErrorCode, errors } from '@hongyan/contract/errors'
import type { AccountId } from '@hongyan/contract/ids'
import type { RuleId } from '@hongyan/contract/rules'

export interface RefusalDetails {
  /** The field that is to blame, as the request spells it; a path such as `to[3]` inside a list. */
  readonly field?: string
  /** The rule that the field breaks, whose own words are answered. */
  readonly rule?: RuleId
  /** The account that somebody tried, for its own audit log alone: no answer tells it. */
  readonly concerns?: AccountId
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
  readonly rule: RuleId | undefined
  readonly concerns: AccountId | undefined
  readonly details: unknown
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, { field, rule, concerns, details, retryAfter }: RefusalDetails = {}) {
    super(errors[code].en.what)
    this.code = code
    this.field = field
    this.rule = rule
    this.concerns = concerns
    this.details = details
    this.retryAfter = retryAfter
  }
}

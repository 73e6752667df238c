import { type ErrorCode, errorWords } from '@hongyan/contract/errors'
import type { AccountId } from '@hongyan/contract/ids'
import { type RuleId, rules } from '@hongyan/contract/rules'
import type { Texts } from '@hongyan/contract/texts'

export interface RefusalDetails {
  /** The field at fault, as the request spells it; a path such as `to[3]` inside a list. */
  readonly field?: string
  /** The rule that the field breaks. The rule's text is then the error's message. */
  readonly rule?: RuleId
  /** The message, where the field has rules of its own. */
  readonly texts?: Texts
  /** The account that the call tried, for that account's own audit log; no response shows it. */
  readonly concerns?: AccountId
  /** Data that a program needs to act on the error, for example the current record of a stale update. */
  readonly details?: unknown
  /** Whole seconds to wait before trying again. */
  readonly retryAfter?: number
}

/** The seconds until a moment, as `Retry-After` states them: whole, and at least one. */
export const secondsUntil = (until: Date, now: Date): number =>
  Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000))

/** An expected error, from the one table of errors. Every other thrown error is a bug. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly rule: RuleId | undefined
  /** The message in place of the error's own: that of its rule, or of a field with rules of its own. */
  readonly texts: Texts | undefined
  readonly concerns: AccountId | undefined
  readonly details: unknown
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, of: RefusalDetails = {}) {
    const { field, rule, texts = rule && rules[rule], concerns, details, retryAfter } = of
    // A stack costs more than the rest of a refusal, and its code says more.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(errorWords(code, 'en', field).what)
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
    this.field = field
    this.rule = rule
    this.texts = texts
    this.concerns = concerns
    this.details = details
    this.retryAfter = retryAfter
  }
}

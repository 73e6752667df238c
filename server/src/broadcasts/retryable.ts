import { type ErrorCode, errors } from '@hongyan/contract/errors'

/** Errors that may go by themselves: another message to the same recipient may arrive. */
export const retryableErrors: readonly ErrorCode[] = Object.entries(errors).flatMap(
  ([code, { retryable }]) => (retryable ? [code as ErrorCode] : []), // the keys of the table
)

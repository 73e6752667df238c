import { ApiError } from './api-error.ts'
import { paths } from './paths.ts'

let visit: ((path: string) => void) | undefined

/** Pages without a session register nothing and offer no help, since the ticket form needs a session. */
export const registerHelp = (handler: (path: string) => void): void => void (visit = handler)

/** Opens the ticket form at its address. */
export const openHelp = (path: string): void => visit?.(path)

/** The address of the ticket form about an error that support can resolve; null for every other error. */
export const errorHelp = (error: unknown): string | null =>
  visit && error instanceof ApiError && error.side === 'us'
    ? `${paths.supportNew}?code=${error.code ?? ''}&request=${error.requestId ?? ''}`
    : null

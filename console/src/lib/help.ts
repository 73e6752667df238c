import type { RecordKind } from '@hongyan/contract/vocabulary/support'
import { ApiError } from './api-error.ts'
import { paths } from './paths.ts'

/** The subject of a request for help: a record of the account, or the error of a call. */
export interface HelpTopic {
  readonly about?: `${RecordKind}:${string}` | undefined
  readonly code?: string | undefined
  readonly request?: string | undefined
}

let visit: ((path: string) => void) | undefined

/** Pages without a session register nothing and offer no help, since the ticket form needs a session. */
export const registerHelp = (handler: (path: string) => void): void => void (visit = handler)
export const offersHelp = (): boolean => visit !== undefined

/** The address of the ticket form about a topic. */
export const helpPath = (topic: HelpTopic): string =>
  `${paths.supportNew}?${new URLSearchParams(Object.entries(topic).filter(([, part]) => part !== undefined))}`

/** Leads to the ticket form. */
export const getHelp = (topic: HelpTopic): void => visit?.(helpPath(topic))

/** The topic of an error that support can resolve; null for every other error. */
export const helpTopicOf = (error: unknown): HelpTopic | null =>
  visit && error instanceof ApiError && error.side === 'us' ? { code: error.code, request: error.requestId } : null

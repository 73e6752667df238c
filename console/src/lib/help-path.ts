import type { RecordKind } from '@hongyan/contract/vocabulary/support'
import { paths } from './paths.ts'

/** The subject of a request for help: a record of the account, its error, or the request that failed. */
export interface HelpTopic {
  readonly about?: `${RecordKind}:${string}` | undefined
  readonly code?: string | undefined
  readonly request?: string | undefined
}

/** The address of the ticket form about a topic. */
export const helpPath = (topic: HelpTopic): string =>
  `${paths.supportNew}?${new URLSearchParams(Object.entries(topic).filter(([, part]) => part !== undefined))}`

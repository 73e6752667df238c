import type { Kysely } from 'kysely'
import type { Config } from '../config/config.ts'
import { mailerOf } from './identity.ts'
import type { Schema } from '../db/schema.ts'
import { noticeRounds } from '../features/account/notices/rounds.ts'
import { type LetterDeps, letterRounds, waysOut } from '../notices/deliveries.ts'
import type { OwnMessages } from '../gateway/own-messages.ts'
import { type Rounds, together } from '../kit/rounds.ts'

export interface NoticeParts extends Omit<LetterDeps, 'ways'> {
  readonly config: Config
  readonly db: Kysely<Schema>
  /** How the product itself writes to phones. */
  readonly messages: OwnMessages
}

/** What tells owners of what has happened, in every process. */
export function tellOwners(parts: NoticeParts): Rounds {
  const ways = waysOut({ ...parts, mailer: mailerOf(parts) })
  return together([letterRounds({ ...parts, ways }), ...noticeRounds(parts)])
}

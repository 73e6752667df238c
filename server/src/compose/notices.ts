import type { Kysely } from 'kysely'
import type { Config } from '../config/config.ts'
import { mailerOf } from './identity.ts'
import type { Schema } from '../db/schema.ts'
import { noticeRounds } from '../features/account/notices/rounds.ts'
import { type DeliveryDeps, deliveryRounds, deliverBy } from '../notices/deliveries.ts'
import type { OwnMessages } from '../gateway/own-messages.ts'
import { type Rounds, together } from '../kit/rounds.ts'

export interface NoticeParts extends Omit<DeliveryDeps, 'deliver'> {
  readonly config: Config
  readonly db: Kysely<Schema>
  /** How the product itself writes to phones. */
  readonly messages: OwnMessages
}

/** What tells owners of what has happened, in every process. */
export function tellOwners(parts: NoticeParts): Rounds {
  const deliver = deliverBy({ ...parts, mailer: mailerOf(parts) })
  return together([deliveryRounds({ ...parts, deliver }), ...noticeRounds(parts)])
}

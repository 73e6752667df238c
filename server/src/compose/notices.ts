import type { Kysely } from 'kysely'
import type { Config } from '../config/config.ts'
import { mailerOf } from './identity.ts'
import type { Schema } from '../db/schema.ts'
import { noticeLoops } from '../features/account/notices/rounds.ts'
import { type DeliveryDeps, deliveryLoop, deliverBy } from '../notices/deliveries.ts'
import type { PageAddress } from '../notices/texts.ts'
import type { OwnMessages } from '../gateway/own-messages.ts'
import type { Loop } from '../jobs/loop.ts'

export interface NoticeParts extends Omit<DeliveryDeps, 'deliver'> {
  readonly config: Config
  readonly db: Kysely<Schema>
  /** Sends the product's own text messages. */
  readonly messages: OwnMessages
  readonly addressOf: PageAddress
}

/** The loops that notify owners. */
export function noticeLoopsOf(parts: NoticeParts): readonly Loop[] {
  const deliver = deliverBy({ ...parts, mailer: mailerOf(parts) })
  return [deliveryLoop({ ...parts, deliver }), ...noticeLoops(parts)]
}

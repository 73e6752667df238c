import type { Kysely } from 'kysely'
import type { Config } from '../config/config.ts'
import { mailerOf } from './identity.ts'
import type { Schema } from '../db/schema.ts'
import { noticeLoops } from '../features/account/notices/rounds.ts'
import { threadOfNotice } from '../features/support/tickets/reply-thread.ts'
import { type DeliverParts, type DeliveryDeps, deliveryLoop, deliverBy } from '../notices/deliveries.ts'
import type { PageAddress } from '../notices/texts.ts'
import type { OwnMessages } from '../gateway/own-messages.ts'
import type { Loop } from '../jobs/loop.ts'
import type { SecretBox } from '../kit/secret-box.ts'

export interface NoticeParts extends Omit<DeliveryDeps, 'deliver'> {
  readonly config: Config
  readonly db: Kysely<Schema>
  /** Sends the product's own text messages. */
  readonly messages: OwnMessages
  readonly addressOf: PageAddress
  readonly secrets: Pick<SecretBox, 'hash'>
}

/** The conversations of emails about tickets, which end in the mailbox of support. */
export const ticketThreads = ({
  config,
  secrets,
  addressOf,
}: Pick<NoticeParts, 'config' | 'secrets' | 'addressOf'>): DeliverParts['threadOf'] =>
  threadOfNotice({ secrets, mail: config.support.mail, host: () => new URL(addressOf('/')).hostname })

/** The loops that notify owners. */
export function noticeLoopsOf(parts: NoticeParts): readonly Loop[] {
  const deliver = deliverBy({ ...parts, mailer: mailerOf(parts), threadOf: ticketThreads(parts) })
  return [deliveryLoop({ ...parts, deliver }), ...noticeLoops(parts)]
}

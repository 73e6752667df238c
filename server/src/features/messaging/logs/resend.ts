import type { messages } from '@hongyan/contract/endpoints/messaging/messages'
import type { ReplyOf } from '@hongyan/contract/endpoint'
import type { AccountId, MessageId } from '@hongyan/contract/ids'
import { decimalOf } from '@hongyan/contract/money'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import type { KnownAccount } from '../../../gateway/rules.ts'
import { sentEarlier } from '../../../gateway/request-message.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { CallKey } from '../../../limits/answers.ts'
import type { PricedRecipient, Priced } from '../../../pipeline/message.ts'
import { find } from './find.ts'
import { maskedNumber } from '../../../kit/masked-number.ts'
import type { MessageRow } from './store.ts'

const MAINLAND = '+86'

interface Prepared {
  readonly known: KnownAccount
  readonly priced: Priced
  readonly again: () => Promise<Priced>
}

/** The text of a message with its recipient, as a request to the send API would have them. */
interface Request {
  readonly to: string
  readonly text?: string
  readonly content?: string
  readonly scene: MessageScene
  readonly signature?: string
}

export interface ResendDeps {
  readonly db: Kysely<Schema>
  /** Checks and prices a message as the send API does. */
  readonly prepare: (account: AccountId, request: Request, template: string | null) => Promise<Prepared>
  readonly submit: (
    prepared: Prepared,
    names: { readonly requestId: string; readonly clientRef: string | null },
  ) => Promise<MessageId>
}

/**
 * The message as a new request. A code is kept masked, so that none can be sent again. The text to +86 has the sender's name
 * in brackets; elsewhere it has none, which mainland accounts may leave out of `content` alone.
 */
function requestOf({ scene, recipient, text, sender }: MessageRow): Request {
  if (scene === MessageScene.Verification) throw new Refusal('code_not_kept')
  if (recipient === null || text === null) throw new Refusal('content_expired')
  const written = recipient.startsWith(MAINLAND) ? { text } : { content: text }
  return { to: recipient, ...written, scene, ...(sender !== null && { signature: sender }) }
}

function onlyRecipient({ recipients }: Priced): PricedRecipient {
  const [first] = recipients
  if (first === undefined || 'refused' in first) throw new Refusal('invalid_request', { field: 'to' })
  return first.ok
}

/** Checks and prices a message as if it were sent again now, and sends nothing. */
export async function prepareAgain(
  deps: ResendDeps,
  account: AccountId,
  id: MessageId,
): Promise<ReplyOf<typeof messages.prepare>> {
  const row = await find(deps.db, account, id)
  const { known, priced } = await deps.prepare(account, requestOf(row), row.template_id)
  const { to, text, shown, parts, unitPrice, price } = onlyRecipient(priced)
  return {
    to: maskedNumber(to),
    text,
    sender: shown.value,
    parts,
    unit_price: decimalOf(unitPrice),
    price: decimalOf(price),
    currency: known.rules.currency,
  }
}

interface Again {
  readonly id: MessageId
  readonly requestId: string
  readonly key: CallKey
}

/**
 * Sends a message again as a new one, under the customer's reference of the first. The call's key names the new request
 * before it is sent, so that a repeat after a crash finds what was sent.
 */
export async function sendAgain(
  deps: ResendDeps,
  account: AccountId,
  { id, requestId, key }: Again,
): Promise<{ id: MessageId }> {
  const row = await find(deps.db, account, id)
  const sent = await sentEarlier(txOf(deps.db), account, key)
  if (sent !== null) return { id: sent.id }
  const prepared = await deps.prepare(account, requestOf(row), row.template_id)
  onlyRecipient(prepared.priced)
  const request = key.earlier ?? requestId
  await key.name(txOf(deps.db), request)
  return { id: await deps.submit(prepared, { requestId: request, clientRef: row.client_ref }) }
}

import type { KeyObject } from 'node:crypto'
import { errors } from '@hongyan/contract/errors'
import { type MessageId, wireId } from '@hongyan/contract/ids'
import { validity } from '@hongyan/contract/limits/messaging'
import { decimalOf, ZERO } from '@hongyan/contract/money'
import type { SendEntry, SendReply } from '@hongyan/contract/public-api/send'
import { MessageScene, MessageStatus } from '@hongyan/contract/vocabulary/message'
import { uuidv7 } from '../kit/ids.ts'
import type {
  Outcome,
  Priced,
  PricedRecipient,
  PricedRequest,
  QueuedMessage,
  RefusedRecipient,
} from '../pipeline/message.ts'
import { type RoutingTable, route } from '../pipeline/route.ts'
import type { NewMessage } from './messages.ts'
import type { NewOutboxRow, Reservation } from './outbox.ts'
import { recipientHash } from './recipient-hash.ts'

/** The rows of an accepted request, and its answer. */
export interface Accepted {
  readonly messages: readonly NewMessage[]
  readonly rows: readonly NewOutboxRow[]
  /** The reply as JSON text, as it is sent and stored. */
  readonly answer: string
}

export interface Circumstances {
  readonly now: Date
  readonly hashKey: KeyObject
  readonly holdEntry: string
  readonly table: RoutingTable
  readonly down: ReadonlySet<string>
  /** Takes a place for the message at its link; null where it has to wait in the table. */
  readonly reserve: (message: QueuedMessage) => Reservation | null
}

/** Messages are made only by this server, so the id needs no second look. */
const newMessageId = (now: Date) => uuidv7(now) as MessageId

/** Turns a request into the rows that accept it. A number that is none leaves no message (semantics D2). */
export function accept(request: PricedRequest, around: Circumstances): Accepted {
  const messages: NewMessage[] = []
  const rows: NewOutboxRow[] = []
  const entries = request.priced.recipients.map((outcome): SendEntry => {
    if ('refused' in outcome && outcome.refused.text === null) return entryOf(outcome, null)
    const message = messageOf(request, outcome, around)
    messages.push(message)
    if ('ok' in outcome && message.upstream !== null) {
      const queued = queuedOf(request, message, outcome.ok.text, { upstream: message.upstream, acceptedAt: around.now })
      const place = around.reserve(queued)
      rows.push({ mark: place?.mark ?? null, buffered: place?.buffered === true, ...queued })
    }
    return entryOf(outcome, message.id)
  })
  return { messages, rows, answer: JSON.stringify(replyOf(request.priced, request.rules.currency, entries)) }
}

/** The reply to a dry run. */
export const quote = (priced: Priced, currency: string): SendReply =>
  replyOf(
    priced,
    currency,
    priced.recipients.map((outcome) => entryOf(outcome, null)),
  )

function messageOf(request: PricedRequest, outcome: Outcome<PricedRecipient>, around: Circumstances): NewMessage {
  const { rules, priced, credential, requestId, clientRef, channel } = request
  const { scene, template } = priced
  return {
    account: rules.account,
    id: newMessageId(around.now),
    credential,
    requestId,
    clientRef,
    channel,
    scene,
    template: template?.id ?? null,
    templateVersion: template?.version ?? null,
    validUntil: new Date(around.now.getTime() + (rules.configured.validity ?? validity[scene])),
    payForDelivered: rules.payForDelivered,
    retentionDays: rules.configured.retentionDays,
    ...('ok' in outcome ? acceptedPart(outcome.ok, scene, around) : refusedPart(outcome.refused, scene, around)),
  }
}

/** The fields of a message that its recipient decides. */
function acceptedPart(recipient: PricedRecipient, scene: MessageScene, around: Circumstances) {
  const { to, country, sender, signature, shown, unicode, parts, unitPrice, price, text } = recipient
  const { upstream, passedOver } = route(around.table, around.down, { country, scene })
  return {
    to,
    country,
    sender,
    signature,
    senderShown: shown.value,
    senderRuleOn: shown.rule?.checked_on ?? null,
    unicode,
    parts,
    unitPrice,
    price,
    keptText: keptOf(text, scene),
    toHash: recipientHash(around.hashKey, to),
    status: MessageStatus.Accepted,
    error: null,
    upstream,
    passedOver,
    holdEntry: around.holdEntry,
  }
}

const refusedPart = (
  { to, country, code, text }: RefusedRecipient,
  scene: MessageScene,
  { hashKey }: Circumstances,
) => ({
  to,
  country: country ?? '',
  sender: null,
  signature: null,
  senderShown: null,
  senderRuleOn: null,
  unicode: false,
  parts: 0,
  unitPrice: ZERO,
  price: ZERO,
  keptText: keptOf(text ?? '', scene),
  toHash: recipientHash(hashKey, to),
  status: MessageStatus.Rejected,
  error: code,
  upstream: null,
  passedOver: null,
  holdEntry: null,
})

/** The text as it may be kept: codes are masked from the first write. The outbox alone has the clear text. */
const keptOf = (text: string, scene: MessageScene): string =>
  scene === MessageScene.Verification ? text.replaceAll(/[0-9]/g, '*') : text

const queuedOf = (
  { rules, priced }: PricedRequest,
  message: NewMessage,
  text: string,
  { upstream, acceptedAt }: Pick<QueuedMessage, 'upstream' | 'acceptedAt'>,
): QueuedMessage => ({
  account: message.account,
  id: message.id,
  upstream,
  channel: message.channel,
  scene: priced.scene,
  to: message.to,
  sender: message.senderShown,
  text,
  parts: message.parts,
  price: message.price,
  payForDelivered: message.payForDelivered,
  acceptedAt,
  validUntil: message.validUntil,
  attempt: 1,
  rate: rules.rate,
})

function entryOf(outcome: Outcome<PricedRecipient>, id: MessageId | null): SendEntry {
  const wired = id === null ? null : wireId(id)
  if ('refused' in outcome) {
    const { to, country, callingCode, code } = outcome.refused
    const { number, word } = errors[code]
    const error = { code: number, message: word }
    return { id: wired, to, iso: country, cc: callingCode, sender: null, count: 0, price: decimalOf(ZERO), error }
  }
  const { to, country, callingCode, shown, parts, price } = outcome.ok
  const amount = decimalOf(price)
  return { id: wired, to, iso: country, cc: callingCode, sender: shown.value, count: parts, price: amount }
}

const replyOf = (priced: Priced, currency: string, messages: readonly SendEntry[]): SendReply => ({
  recipients: messages.length,
  messageCount: messages.reduce((sum, { count }) => sum + count, 0),
  currency,
  totalAmount: decimalOf(priced.total),
  messages,
})

import type { KeyObject } from 'node:crypto'
import { errors } from '@hongyan/contract/errors'
import { type AccountId, type MessageId, wireId } from '@hongyan/contract/ids'
import { validity } from '@hongyan/contract/limits/messaging'
import { decimalOf, ZERO } from '@hongyan/contract/money'
import type { SendEntry, SendReply } from '@hongyan/contract/public-api/send'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { uuidv7 } from '../kit/ids.ts'
import type {
  LimitHit,
  Outcome,
  Priced,
  PricedRecipient,
  QueuedMessage,
  RefusedRecipient,
} from '../pipeline/message.ts'
import type { Decided, RatedPriced } from '../pipeline/decide.ts'
import { keptText } from '../pipeline/kept-text.ts'
import { waitsUntil } from '../pipeline/quiet-hours.ts'
import type { RatedOutcome } from '../pipeline/rate-decision.ts'
import type { BroadcastSend } from './broadcast-sends.ts'
import type { NewMessage } from './new-messages.ts'
import type { NewDeferral } from './new-deferrals.ts'
import type { NewOutboxRow, Reservation } from './outbox.ts'
import { recipientHash } from './recipient-hash.ts'

/** The rows of an accepted request, and its answer. */
export interface Accepted {
  readonly messages: readonly NewMessage[]
  readonly rows: readonly NewOutboxRow[]
  /** The rows of messages that wait for their sending hours. */
  readonly deferrals: readonly NewDeferral[]
  /** The limits that stopped messages, each with its message. */
  readonly stopped: readonly StoppedMessage[]
  /** The recipients of a broadcast among them. */
  readonly sends: readonly BroadcastSend[]
  /** The reply as JSON text, as it is sent and stored. */
  readonly answer: string
}

/** A message that one of the owner's limits stopped. */
export interface StoppedMessage {
  readonly account: AccountId
  readonly message: MessageId
  readonly hit: LimitHit
}

export interface Circumstances {
  readonly now: Date
  /** The ids of the request's messages, one for each recipient. */
  readonly ids: readonly MessageId[]
  readonly hashKey: KeyObject
  readonly holdEntry: string
  /** The code of the product's own channel. */
  readonly standard: string
  /** Takes a place for the message at its link; null where it has to wait in the table. */
  readonly reserve: (message: QueuedMessage) => Reservation | null
}

/** The ids that the messages of a request will have. Only this server makes messages, so an id needs no second look. */
export const newMessageIds = ({ priced }: Pick<Decided, 'priced'>, now: Date): readonly MessageId[] =>
  priced.recipients.map(() => uuidv7(now) as MessageId)

/** Turns a request into the rows that accept it. A number that is none leaves no message (semantics D2). */
export function accept(request: Decided, around: Circumstances): Accepted {
  const messages: NewMessage[] = []
  const rows: NewOutboxRow[] = []
  const deferrals: NewDeferral[] = []
  const stopped: StoppedMessage[] = []
  const sends: BroadcastSend[] = []
  const entries = request.priced.recipients.map((outcome, index): SendEntry => {
    const id = around.ids[index]
    const send = sendOf(request, index, outcome, id)
    if (send !== null) sends.push(send)
    if (id === undefined || 'dropped' in outcome) return entryOf(outcome, null)
    if ('refused' in outcome && outcome.refused.text === null) return entryOf(outcome, null)
    const message = messageOf(request, id, outcome, around)
    messages.push(message)
    if ('refused' in outcome && outcome.refused.hit !== undefined) {
      stopped.push({ account: message.account, message: id, hit: outcome.refused.hit })
    }
    if ('ok' in outcome && message.upstream !== null) {
      const queued = queuedOf(request, message, outcome.ok, { upstream: message.upstream, acceptedAt: around.now })
      const opens = waitsUntil(outcome.ok.period, around.now)
      if (opens !== null) deferrals.push({ opens, ...queued })
      else {
        const place = around.reserve(queued)
        if (place !== null) {
          queued.mark = place.mark
          queued.buffered = place.buffered
        }
        rows.push(queued)
      }
    }
    return entryOf(outcome, id)
  })
  return {
    messages,
    rows,
    deferrals,
    stopped,
    sends,
    answer: JSON.stringify(replyOf(request.priced, request.rules.currency, entries)),
  }
}

/** The recipient of a broadcast behind an entry; null where the request is no broadcast's. */
function sendOf(
  { rules, broadcast }: Decided,
  index: number,
  outcome: RatedOutcome,
  id: MessageId | undefined,
): BroadcastSend | null {
  const row = broadcast?.rows[index]
  if (broadcast === undefined || row === undefined) return null
  const send = { account: rules.account, id: broadcast.id, claim: broadcast.claim, row }
  if ('dropped' in outcome) {
    return { ...send, message: null, country: outcome.dropped.country, code: outcome.dropped.hit.code }
  }
  if ('ok' in outcome) return { ...send, message: id ?? null, country: outcome.ok.country, code: null }
  const { country, code, text } = outcome.refused
  return { ...send, message: text === null ? null : (id ?? null), country: country ?? '', code }
}

/** The validity begins with the sending hours, and ends with them at the latest (semantics D10, D11). */
function validUntilOf(outcome: Outcome<PricedRecipient>, now: Date, millis: number): Date {
  const period = 'ok' in outcome ? outcome.ok.period : null
  const from = Math.max(now.getTime(), period?.opens.getTime() ?? 0)
  return new Date(Math.min(from + millis, period?.closes.getTime() ?? Infinity))
}

/** The reply to a dry run. */
export const quote = (priced: Priced, currency: string): SendReply =>
  replyOf(
    priced,
    currency,
    priced.recipients.map((outcome) => entryOf(outcome, null)),
  )

function messageOf(
  request: Decided,
  id: MessageId,
  outcome: Outcome<PricedRecipient>,
  around: Circumstances,
): NewMessage {
  const { rules, priced, credential, requestId, clientRef, channel, broadcast } = request
  const { scene, template } = priced
  const part = 'ok' in outcome ? acceptedPart(outcome.ok, priced, around) : refusedPart(outcome.refused, priced, around)
  // Field by field: a spread costs several times as much (decision 0177).
  return {
    account: rules.account,
    id,
    credential,
    broadcast: broadcast?.id ?? null,
    requestId,
    clientRef,
    channel,
    scene,
    template: template?.id ?? null,
    templateVersion: template?.version ?? null,
    validUntil: validUntilOf(outcome, around.now, rules.configured.validity ?? validity[scene]),
    payForDelivered: rules.payForDelivered,
    retentionDays: rules.configured.retentionDays,
    to: part.to,
    country: part.country,
    sender: part.sender,
    signature: part.signature,
    senderShown: part.senderShown,
    senderRuleOn: part.senderRuleOn,
    unicode: part.unicode,
    parts: part.parts,
    unitPrice: part.unitPrice,
    price: part.price,
    keptText: part.keptText,
    toHash: part.toHash,
    status: part.status,
    error: part.error,
    upstream: part.upstream,
    rule: part.rule,
    skipped: part.skipped,
    holdEntry: part.holdEntry,
  }
}

/** The parts of a request by which its texts are kept. The outbox alone has the clear text. */
type KeptBy = Pick<Decided['priced'], 'scene' | 'codes'>

/** The fields of a message that its recipient decides. */
function acceptedPart(recipient: PricedRecipient, { scene, codes }: KeptBy, around: Circumstances) {
  const { to, country, sender, signature, shown, unicode, parts, unitPrice, price, text } = recipient
  const chosen = recipient.route
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
    keptText: keptText(text, scene, codes),
    toHash: recipientHash(around.hashKey, to),
    status: MessageStatus.Accepted,
    error: null,
    upstream: chosen?.upstream ?? around.standard,
    rule: chosen?.rule ?? null,
    skipped: chosen === null || chosen.skipped.length === 0 ? null : chosen.skipped,
    holdEntry: around.holdEntry,
  }
}

const refusedPart = (
  { to, country, code, text }: RefusedRecipient,
  { scene, codes }: KeptBy,
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
  keptText: keptText(text ?? '', scene, codes),
  toHash: recipientHash(hashKey, to),
  status: MessageStatus.Rejected,
  error: code,
  upstream: null,
  rule: null,
  skipped: null,
  holdEntry: null,
})

/** A message without a place, which it may still take. */
type Placeable = QueuedMessage & { mark: string | null; buffered: boolean }

const queuedOf = (
  { rules, priced }: Decided,
  message: NewMessage,
  { text, route }: Pick<PricedRecipient, 'text' | 'route'>,
  { upstream, acceptedAt }: Pick<QueuedMessage, 'upstream' | 'acceptedAt'>,
): Placeable => ({
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
  route: route?.state ?? null,
  mark: null,
  buffered: false,
})

function entryOf(outcome: RatedOutcome, id: MessageId | null): SendEntry {
  if ('dropped' in outcome) {
    const { to, country, callingCode, first } = outcome.dropped
    return { id: wireId(first), to, iso: country, cc: callingCode, sender: null, count: 0, price: decimalOf(ZERO) }
  }
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

const replyOf = (priced: Pick<RatedPriced, 'total'>, currency: string, messages: readonly SendEntry[]): SendReply => ({
  recipients: messages.length,
  messageCount: messages.reduce((sum, { count }) => sum + count, 0),
  currency,
  totalAmount: decimalOf(priced.total),
  messages,
})

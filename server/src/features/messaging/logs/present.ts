import type {
  Message,
  MessageDetail,
  MessageEvent,
  MessageSummary,
} from '@hongyan/contract/endpoints/messaging/messages'
import { decimalOf } from '@hongyan/contract/money'
import { operatorText } from '@hongyan/contract/senders/operator-text'
import type { Currency, Locale } from '@hongyan/contract/vocabulary/account'
import { type EventSource, type MessageMoney, MessageStatus } from '@hongyan/contract/vocabulary/message'
import { explained } from '../../../kit/explained.ts'
import { HIDDEN, maskedNumber } from '../../../kit/masked-number.ts'
import type { LimitHit } from '../../../pipeline/message.ts'
import { additionsTo, type OperatorTexts } from '../../../pipeline/operator-texts.ts'
import type { MatchedRule } from '../../../pipeline/planned-route.ts'
import type { Skipped } from '../../../pipeline/route.ts'
import type { EventRow, MessageRow, Summary } from './store.ts'

export function moneyOf({
  hold_entry: hold,
  settle_kind: kind,
}: Pick<MessageRow, 'hold_entry' | 'settle_kind'>): MessageMoney {
  if (hold === null) return 'free'
  return kind === null ? 'held' : kind === 'post' ? 'charged' : 'released'
}

const moment = (at: Date | null): string | null => at?.toISOString() ?? null

/** The language of the response, and the kind of receipts of each country that has a known one. */
export interface Presentation {
  readonly locale: Locale
  readonly receipts: ReadonlyMap<string, Message['receipt']>
}

export function presentMessage(row: MessageRow, { locale, receipts }: Presentation): Message {
  const { template_id: template, credential_id: credential, broadcast_id: broadcast } = row
  return {
    id: row.id,
    request_id: row.request_id,
    client_ref: row.client_ref,
    accepted_at: row.accepted_at.toISOString(),
    sent_at: moment(row.sent_at),
    done_at: moment(row.done_at),
    to: row.recipient === null ? `${HIDDEN}${row.to_last4.slice(-2)}` : maskedNumber(row.recipient),
    country: row.country,
    sender: row.sender_shown ?? row.sender,
    channel: row.channel,
    scene: row.scene,
    template: template === null ? null : { id: template, name: row.template_name, version: row.template_version ?? 1 },
    credential: credential === null ? null : { id: credential, key: row.credential_key },
    broadcast: broadcast === null ? null : { id: broadcast, name: row.broadcast_name },
    text: row.text,
    unicode: row.unicode,
    parts: row.parts,
    unit_price: decimalOf(row.unit_price_micros),
    price: decimalOf(row.price_micros),
    money: moneyOf(row),
    status: row.status,
    receipt: receipts.get(row.country) ?? null,
    reason: explained(row.error_code, locale),
    upstream_code: row.upstream_code,
    upstream: row.upstream,
    upstream_name: row.upstream_name,
  }
}

const moveOf = (id: string | null, at: Date | null): MessageDetail['hold'] =>
  id === null || at === null ? null : { id, at: at.toISOString() }

/** The text that operators put around a kept text; null where they add none. */
function operatorTextOf(
  { text, country, scene }: MessageRow,
  operators: OperatorTexts,
): MessageDetail['operator_text'] {
  const additions = additionsTo(operators, country, scene)
  return text === null || additions.length === 0 ? null : operatorText(text, additions)
}

/** The names of the account's channels, by the codes of their links. */
type Names = ReadonlyMap<string, string>

interface DetailParts {
  readonly currency: Currency
  readonly operators: OperatorTexts
  readonly names: Names
}

interface Choice {
  readonly rule: MatchedRule | null
  readonly skipped: readonly Skipped[]
}

const routeOf = ({ rule, skipped }: Choice, names: Names) => ({
  rule,
  skipped: skipped.map(({ upstream, reason }) => ({ upstream, name: names.get(upstream) ?? null, reason })),
})

export const presentDetail = (
  row: MessageRow,
  as: Presentation,
  { currency, operators, names }: DetailParts,
): MessageDetail => ({
  ...presentMessage(row, as),
  currency,
  own_sender: row.sender,
  valid_until: row.valid_until.toISOString(),
  waits_until: moment(row.waits_until),
  retention_days: row.retention_days,
  parts_delivered: row.parts_delivered,
  operator_text: operatorTextOf(row, operators),
  hold: moveOf(row.hold_entry, row.held_at),
  settle: moveOf(row.settle_entry, row.settled_at),
  route: row.route_rule && routeOf({ rule: row.route_rule, skipped: row.passed_over ?? [] }, names),
})

/** A receipt has the upstream's id of a part; a fact of a submission has its attempt. */
function sourceOf({ attempt, remote_id: remote, upstream }: EventRow): EventSource {
  if (attempt > 0) return 'upstream'
  return remote !== '' ? 'receipt' : upstream === '' ? 'hongyan' : 'upstream'
}

const presentEvent = (row: EventRow, { locale, names }: TimelineParts): MessageEvent => ({
  at: row.at.toISOString(),
  source: sourceOf(row),
  status: row.state,
  applied: row.applied,
  part: row.part === 0 ? null : row.part,
  attempt: row.attempt === 0 ? null : row.attempt,
  latency: row.latency_ms,
  upstream: row.upstream === '' ? null : row.upstream,
  upstream_name: names.get(row.upstream) ?? null,
  upstream_code: row.upstream_code,
  reason: explained(row.error_code, locale),
  move: row.detail === null || !isMove(row) ? null : moveOfDetail(row.detail, names),
  limit: row.detail === null || isMove(row) ? null : stoppedBy(row.detail),
  repeats: row.repeats,
})

/** A stop is of no upstream: the server itself decided. */
const isMove = ({ upstream }: EventRow): boolean => upstream !== ''

function moveOfDetail(detail: string, names: Names): MessageEvent['move'] {
  const { from, ...choice } = JSON.parse(detail) as Choice & { readonly from: string } // written by the gateway alone
  return { from, from_name: names.get(from) ?? null, ...routeOf(choice, names) }
}

function stoppedBy(detail: string): MessageEvent['limit'] {
  const { scope, window, limit, resetAt } = JSON.parse(detail) as Stored<LimitHit> // written by admission alone
  return { scope, window, limit, reset_at: resetAt }
}

/** A value as JSON gives it back. */
type Stored<T> = { readonly [K in keyof T]: T[K] extends Date ? string : T[K] }

export const presentSummary = (
  { isExact, charged, ...sums }: Summary & { readonly isExact: boolean },
  currency: Currency,
): MessageSummary => ({ ...sums, charged: decimalOf(charged), currency, exact: isExact })

interface TimelineParts {
  readonly locale: Locale
  readonly names: Names
}

/** The facts of a message, beginning with its acceptance, or with the refusal inside an accepted request. */
export function presentTimeline(row: MessageRow, events: readonly EventRow[], parts: TimelineParts): MessageEvent[] {
  const { locale } = parts
  const isRefused = row.hold_entry === null && row.upstream === null
  const stop = events.find(({ detail }) => detail !== null)
  if (isRefused && stop !== undefined) return [presentEvent(stop, parts)]
  const first: MessageEvent = {
    at: row.accepted_at.toISOString(),
    source: 'hongyan',
    status: isRefused ? row.status : MessageStatus.Accepted,
    applied: true,
    part: null,
    attempt: null,
    latency: null,
    upstream: null,
    upstream_name: null,
    upstream_code: null,
    reason: isRefused ? explained(row.error_code, locale) : null,
    move: null,
    limit: null,
    repeats: 0,
  }
  return [first, ...events.map((event) => presentEvent(event, parts))]
}

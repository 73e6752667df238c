import type { ReplyOf } from '@hongyan/contract/endpoint'
import type { broadcasts } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { dashedId, MessageId } from '@hongyan/contract/ids'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import type { SendReply } from '@hongyan/contract/public-api/send'
import type { z } from 'zod'
import { draftOf, isClosed, missingOf, openMessage, type OpenMessage, valuesOf } from '../../../broadcasts/message.ts'
import { findQuotedAudience, readMember } from '../../../broadcasts/quote-members.ts'
import { alone } from '../../../db/tx.ts'
import { sentEarlier } from '../../../gateway/request-message.ts'
import { submitRouted } from '../../../gateway/submit-routed.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { CallKey } from '../../../limits/answers.ts'
import { countedOnDay } from '../../../limits/on-day.ts'
import { claims } from '../../../pipeline/claims.ts'
import { dayIn } from '../../../pipeline/day.ts'
import type { Priced } from '../../../pipeline/message.ts'
import { waitsUntil } from '../../../pipeline/quiet-hours.ts'
import { checkedAndPriced } from '../../../pricing/priced.ts'
import type { BroadcastDeps, Caller } from './deps.ts'

type TestBody = z.output<typeof broadcasts.test.body>

/**
 * Sends the message with the values of a row to the account's proved number: a few times a day, at the usual price. The
 * call's key names the request before it is sent.
 */
export async function sendTest(
  deps: BroadcastDeps,
  { account }: Caller,
  body: TestBody,
  { requestId, key }: { readonly requestId: string; readonly key: CallKey },
): Promise<ReplyOf<typeof broadcasts.test>> {
  const db = alone(deps.pool)
  const earlier = await sentEarlier(db, account, key)
  if (earlier !== null) return { message: earlier.id, waits_until: earlier.waitsUntil?.toISOString() ?? null }
  const message = await openMessage(deps, account, body.message)
  if (isClosed(message)) throw new Refusal(message.closed, { field: `message.${message.field}` })
  const { known } = message
  const [to] = known.rules.provedNumbers
  if (to === undefined) throw new Refusal('no_proved_phone')
  const { columns, cells } = await rowOf(deps, { account }, body)
  if (missingOf(message, columns).length > 0) throw new Refusal('values_missing', { field: 'message.variables' })
  const again = () => pricedTo(deps, message, { to, columns, cells })
  const priced = await again()
  const [outcome] = priced.recipients
  if (outcome !== undefined && 'refused' in outcome) throw new Refusal(outcome.refused.code, { field: 'message' })
  const now = deps.clock.now()
  const { start: dayBegins, end: dayEnds } = dayIn(known.rules.zone, now)
  const limit = { key: 'broadcasts.tests', perDay: limits.testsPerDay }
  await countedOnDay(deps.db, { id: account, dayBegins, dayEnds }, limit, now, () => Promise.resolve())
  const request = key.earlier ?? requestId
  await key.name(db, request)
  const sent = await submitRouted(deps, known.rules, { priced, again }, (routed) => ({
    ...known,
    credential: null,
    channel: 'sms',
    requestId: request,
    clientRef: null,
    priced: routed,
    requestClaims: [],
    ...claims(known.rules, routed, deps.clock.now()),
  }))
  if (sent.kind === 'refused') throw new Refusal(sent.code)
  const { messages } = JSON.parse(sent.answer) as SendReply // the send API's own reply
  const opens = outcome === undefined ? null : waitsUntil(outcome.ok.period, now)
  return { message: MessageId.parse(dashedId(messages[0]?.id ?? '')), waits_until: opens?.toISOString() ?? null }
}

interface RowValues {
  readonly columns: readonly string[]
  readonly cells: readonly string[]
}

/** The cells of the row, or of the next one that is valid. */
async function rowOf(
  { pool, clock }: BroadcastDeps,
  { account }: Pick<Caller, 'account'>,
  { audience: id, row = 0 }: TestBody,
): Promise<RowValues> {
  if (id === undefined) return { columns: [], cells: [] }
  const db = alone(pool)
  const audience = await findQuotedAudience(db, account, id, clock.now())
  if (audience === null) throw new Refusal('not_found')
  if (audience === 'gone') throw new Refusal('audience_expired', { field: 'audience' })
  if (audience === 'unready') throw new Refusal('audience_not_ready', { field: 'audience' })
  const member = await readMember(db, audience, row)
  return { columns: audience.columns, cells: member?.cells ?? [] }
}

async function pricedTo(
  deps: BroadcastDeps,
  message: OpenMessage,
  { to, columns, cells }: RowValues & { readonly to: string },
): Promise<Priced> {
  const { known } = message
  const listed = await deps.lists.read(known, [to])
  const members = [{ recipient: to, zone: null, cells }]
  const draft = draftOf(message, members, valuesOf(message, columns), { listed, now: deps.clock.now() })
  const { book } = deps.prices.inForce()
  const plan = deps.routes.planner(known.rules, null, book, await deps.last.read(known, [to]))
  return checkedAndPriced(known.rules, { destinations: deps.destinations, book }, draft, plan)
}

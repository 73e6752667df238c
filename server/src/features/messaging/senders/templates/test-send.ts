import type { templates } from '@hongyan/contract/endpoints/messaging/templates'
import type { ReplyOf } from '@hongyan/contract/endpoint'
import { dashedId, MessageId, type TemplateId } from '@hongyan/contract/ids'
import { templates as limits } from '@hongyan/contract/limits/senders'
import { decimalOf } from '@hongyan/contract/money'
import type { SendReply } from '@hongyan/contract/public-api/send'
import { mainlandCarriers } from '@hongyan/contract/vocabulary/filing'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { txOf } from '../../../../db/tx.ts'
import type { Admit } from '../../../../gateway/admit.ts'
import type { LastUpstreamReader } from '../../../../gateway/last-upstreams.ts'
import type { RecipientLists } from '../../../../gateway/recipient-lists.ts'
import { type RequestMessage, sentEarlier } from '../../../../gateway/request-message.ts'
import type { Routes } from '../../../../gateway/routes.ts'
import type { RulesCache } from '../../../../gateway/rules.ts'
import { readTemplateMappings } from '../../../../gateway/template-mappings.ts'
import { Refusal } from '../../../../kit/refusal.ts'
import type { CallKey } from '../../../../limits/answers.ts'
import { countedOnDay } from '../../../../limits/on-day.ts'
import { claims } from '../../../../pipeline/claims.ts'
import type { DestinationSchedule } from '../../../../pipeline/destinations.ts'
import type { Priced, SendTemplate } from '../../../../pipeline/message.ts'
import { waitsUntil } from '../../../../pipeline/quiet-hours.ts'
import type { PriceBookCache } from '../../../../pricing/price-book-cache.ts'
import { checkedAndPriced } from '../../../../pricing/priced.ts'
import type { Caller, SenderDeps } from '../deps.ts'
import { filingKey, readFilings } from '../filings/filings.ts'
import { readOwner } from '../owner.ts'
import * as store from './store.ts'

export interface TestDeps extends SenderDeps {
  readonly admit: Pick<Admit, 'submit'>
  readonly rules: Pick<RulesCache, 'ofAccount'>
  readonly prices: Pick<PriceBookCache, 'inForce'>
  readonly lists: Pick<RecipientLists, 'read'>
  readonly routes: Pick<Routes, 'planner'>
  readonly last: Pick<LastUpstreamReader, 'read'>
  readonly destinations: DestinationSchedule
}

interface Test {
  readonly id: TemplateId
  readonly requestId: string
  readonly key: CallKey
  readonly to: string
  readonly data: Readonly<Record<string, string>>
}

/**
 * Sends the newest version to one of the account's own numbers: a few times a day, at the usual price. The call's key names
 * the request before it is sent.
 */
export async function sendTest(
  deps: TestDeps,
  { account }: Caller,
  { id, requestId, key, to, data }: Test,
): Promise<ReplyOf<typeof templates.test>> {
  const { db, clock, admit, prices } = deps
  const known = await deps.rules.ofAccount(account)
  if (known === null) throw new Refusal('not_found')
  const { rules } = known
  const answerOf = ({ id: message, price, text, waitsUntil }: RequestMessage) => ({
    message,
    text: text ?? '',
    price: decimalOf(price),
    currency: rules.currency,
    waits_until: waitsUntil?.toISOString() ?? null,
  })
  const earlier = await sentEarlier(txOf(db), account, key)
  if (earlier !== null) return answerOf(earlier)
  const row = await store.findNewest(db, { account, id })
  if (row === null) throw new Refusal('not_found')
  if (row.status !== ReviewStatus.Approved && row.status !== ReviewStatus.PreApproved) {
    throw new Refusal('template_not_approved')
  }
  const template = await sendable(deps, row)
  const now = clock.now()
  const listed = await deps.lists.read(known, [to])
  const content = { kind: 'template', template, data } as const
  const draft = { recipients: [to], content, scene: template.scene, listed, now }
  const { book } = prices.inForce()
  const plan = deps.routes.planner(rules, null, book, await deps.last.read(known, [to]))
  const priced = checkedAndPriced(rules, { destinations: deps.destinations, book }, draft, plan)
  const { text, to: number, period } = firstOf(priced)
  if (!rules.provedNumbers.includes(number)) throw new Refusal('own_numbers_only', { field: 'to' })
  const limit = { key: 'templates.tests', perDay: limits.testsPerDay }
  await countedOnDay(db, await readOwner(db, account, now), limit, now, () => Promise.resolve())
  const request = key.earlier ?? requestId
  await key.name(txOf(db), request)
  const sent = await admit.submit({
    ...known,
    credential: null,
    channel: 'sms',
    requestId: request,
    clientRef: null,
    priced,
    requestClaims: [],
    ...claims(rules, priced, now),
  })
  if (sent.kind === 'refused') throw new Refusal(sent.code)
  const { messages } = JSON.parse(sent.answer) as SendReply // the send API's own reply
  const message = MessageId.parse(dashedId(messages[0]?.id ?? ''))
  return answerOf({ id: message, price: priced.total, text, waitsUntil: waitsUntil(period, now) })
}

/** The newest version as messages would use it. */
async function sendable({ db }: TestDeps, row: store.NewestRow): Promise<SendTemplate> {
  const { account_id: account, template_id: id, version, name, scene, content, variables } = row
  const [filed, mappingsOf] = await Promise.all([
    readFilings(db, account, [id]),
    readTemplateMappings(txOf(db), account, [id]),
  ])
  const filings = filed.get(filingKey(id, version)) ?? []
  return {
    id,
    code: row.code,
    version,
    name,
    scene,
    content,
    variables,
    signature: row.signature_id,
    isApproved: row.status === ReviewStatus.Approved,
    checkedAt: row.checked_at?.getTime() ?? 0,
    isFiled: filings.filter(({ state }) => state === 'filed').length === mainlandCarriers.length,
    mappings: mappingsOf(id),
  }
}

/** The only recipient. A request none of whose recipients passes was refused before. */
function firstOf({ recipients }: Priced) {
  const [first] = recipients
  if (first === undefined || 'refused' in first) throw new Refusal('invalid_request', { field: 'to' })
  return first.ok
}

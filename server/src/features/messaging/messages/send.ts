import type { AccountId, CredentialId } from '@hongyan/contract/ids'
import { SendRequest } from '@hongyan/contract/public-api/send'
import { withoutOptOut } from '@hongyan/contract/senders/opt-out'
import { parseNumber } from '@hongyan/contract/sms/number'
import { AccountStatus, homeCountry, Partition } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { Admit } from '../../../gateway/admit.ts'
import type { LastUpstreamReader } from '../../../gateway/last-upstreams.ts'
import type { Routes } from '../../../gateway/routes.ts'
import { submitRouted } from '../../../gateway/submit-routed.ts'
import { quote } from '../../../gateway/accepted.ts'
import type { PriceBookCache } from '../../../pricing/price-book-cache.ts'
import { checkedAndPriced } from '../../../pricing/priced.ts'
import type { RecipientLists } from '../../../gateway/recipient-lists.ts'
import type { KnownAccount } from '../../../gateway/rules.ts'
import type { TemplateCache } from '../../../gateway/templates.ts'
import type { ActionCall, ActionReply, Needed, Plan } from '../../../http/public-api.ts'
import { validated } from '../../../http/validated.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Latency } from '../../../kit/latency.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { claims } from '../../../pipeline/claims.ts'
import { type DestinationSchedule, destinationsAt } from '../../../pipeline/destinations.ts'
import { withoutName } from '../../../pipeline/mainland-text.ts'
import type { Content, Draft, Matched, Priced, Rules, SendTemplate } from '../../../pipeline/message.ts'
import { admittedReply } from './admitted-reply.ts'
import { requestClaims } from './request-claims.ts'

export interface SendDeps {
  readonly admit: Pick<Admit, 'submit'>
  readonly clock: Clock
  readonly prices: Pick<PriceBookCache, 'inForce'>
  readonly templates: Pick<TemplateCache, 'find' | 'load' | 'match' | 'loadMatch'>
  readonly lists: Pick<RecipientLists, 'find' | 'load'>
  readonly routes: Pick<Routes, 'planner' | 'learn'>
  readonly last: Pick<LastUpstreamReader, 'take' | 'load'>
  readonly destinations: DestinationSchedule
  readonly accepting: Pick<Latency, 'timed'>
}

/**
 * sms.message.send: checks and prices a request, which then ends with its quote (dryRun) or is admitted. A suspended account
 * is refused first, for any other refusal would let a stored response win (semantics D2).
 */
export function planSend(deps: SendDeps, call: ActionCall): Plan | Needed {
  const { id, rules, scene, hashKey, hasRecipientList } = call.credential
  if (rules.status === AccountStatus.Suspended) throw new Refusal('account_suspended')
  const body = validated(SendRequest, call.body ?? {})
  const from = { rules, scene, hashKey, hasRecipientList, credential: id }
  const priced = pricedOf(deps, body, from)
  if ('load' in priced) return priced
  if (body.dryRun === true) return { quote: quote(priced, rules.currency) }
  const again = () => pricedAgain(deps, body, from)
  return {
    admit: () => deps.accepting.timed(() => admitted(deps, call, { clientRef: body.clientRef ?? null, priced, again })),
  }
}

/** The account that sends. `scene` is that of free text that names none; null where all free text names one. */
interface From extends KnownAccount {
  /** Null where the product or the console sends. */
  readonly credential: CredentialId | null
  readonly scene: MessageScene | null
  /** The template that made the text, and that is used again where the text still fits it. */
  readonly template?: string | null
}

/** Checks and prices a request as it would be accepted now. */
function pricedOf(deps: SendDeps, body: SendRequest, from: From): Priced | Needed {
  const draft = draftOf(deps, body, from)
  if ('load' in draft) return draft
  const last = deps.last.take(from, body.to)
  if (last === undefined) return { load: () => deps.last.load(from, body.to) }
  const { book } = deps.prices.inForce()
  const plan = deps.routes.planner(from.rules, from.credential, book, last)
  return checkedAndPriced(from.rules, { destinations: deps.destinations, book }, draft, plan)
}

/** As `pricedOf`, for a caller that may wait. */
export async function pricedAgain(deps: SendDeps, body: SendRequest, from: From): Promise<Priced> {
  for (;;) {
    const priced = pricedOf(deps, body, from)
    if (!('load' in priced)) return priced
    await priced.load()
  }
}

/** A request that is about to be admitted. */
interface Ready {
  readonly clientRef: string | null
  readonly priced: Priced
  /** Prices it anew, over other channels. */
  readonly again: () => Promise<Priced>
}

function admitted(deps: SendDeps, call: ActionCall, { clientRef, priced, again }: Ready): Promise<ActionReply> {
  const { rules, id, hashKey } = call.credential
  return submitRouted(deps, rules, { priced, again }, (routed) => ({
    rules,
    credential: id,
    channel: 'sms',
    hashKey,
    requestId: call.requestId,
    clientRef,
    priced: routed,
    requestClaims: requestClaims(call),
    ...claims(rules, routed, deps.clock.now()),
  })).then(admittedReply)
}

function draftOf(deps: SendDeps, body: SendRequest, from: From): Draft | Needed {
  const content = contentOf(deps, body, from)
  if ('load' in content) return content
  const listed = deps.lists.find(from, body.to)
  if (listed === undefined) return { load: () => deps.lists.load(from, body.to) }
  const signature = content.name ?? body.signature
  return {
    recipients: body.to,
    content: content.content,
    scene: body.scene ?? from.scene ?? MessageScene.Notification,
    listed,
    now: deps.clock.now(),
    ...(signature !== undefined && { signature }),
  }
}

/** Refuses a request without a valid number, which comes before its sender and template (semantics D2). */
function refuseWithoutNumber({ partition }: Rules, { to }: SendRequest): void {
  const home = homeCountry[partition]
  if (!to.some((number) => parseNumber(number, home).ok)) throw new Refusal('invalid_phone_number', { field: 'to' })
}

/** The content of a request, and the sender's name where the text carries it. */
interface Given {
  readonly content: Content
  readonly name?: string
}

/** Exactly one of text, content and templateId. */
function contentOf(deps: SendDeps, body: SendRequest, from: From): Given | Needed {
  const { text, content, templateId, templateData } = body
  const given = [
    ...(text === undefined ? [] : [{ kind: 'text', text } as const]),
    ...(content === undefined ? [] : [{ kind: 'content', text: content } as const]),
    ...(templateId === undefined ? [] : [{ kind: 'templateId', text: templateId } as const]),
  ]
  const [only, second] = given
  if (only === undefined) throw new Refusal('missing_params', { field: 'text' })
  if (second !== undefined) throw new Refusal('invalid_request', { field: second.kind, rule: 'one_content' })
  if (only.kind !== 'templateId' && templateData !== undefined) {
    throw new Refusal('restricted_params', { field: 'templateData' })
  }
  refuseWithoutNumber(from.rules, body)
  if (only.kind === 'templateId') return ofTemplate(deps, from.rules, only.text, body)
  return ofText(deps, from, only, body)
}

interface Written {
  readonly kind: 'text' | 'content'
  readonly text: string
}

/**
 * A mainland text carries its sender's name in brackets, unless the account is exempt from both rules (semantics D13, D15).
 * The account may be exempt from one: it then needs the name for its sender, or for the template to be found.
 */
function ofText(deps: SendDeps, { rules, template = null }: From, written: Written, body: SendRequest): Given | Needed {
  const { partition, wildcard } = rules
  const isMainland = partition === Partition.Cn
  const isFree = !isMainland || (wildcard.signature && wildcard.template)
  const { name, bare } = isFree ? { name: null, bare: written.text } : named(written, body)
  const isMatched = isMainland && !wildcard.template
  const matched = isMatched ? ofMainland(deps, rules, bare, body) : ofTextAgain(deps, rules, bare, template)
  if (matched !== null && 'load' in matched) return matched
  const content = {
    kind: name === null ? written.kind : 'text',
    text: written.text,
    ...(matched && { matched }),
  } as const
  return name === null ? { content } : { content, name }
}

/** The name that a text carries, and the text without it. `content` may leave the name to the server. */
function named({ kind, text }: Written, { signature }: SendRequest): ReturnType<typeof withoutName> {
  const read = withoutName(text)
  if (read.name === null && kind === 'text') throw new Refusal('missing_signature', { field: kind })
  if (read.name !== null && signature !== undefined && signature !== read.name) {
    throw new Refusal('signature_restricted', { field: 'signature' })
  }
  return read
}

/** A text that a template once made belongs to it again, where the version in use still makes it. */
function ofTextAgain(
  { templates }: SendDeps,
  { account }: Rules,
  text: string,
  template: string | null,
): Matched | Needed | null {
  if (template === null) return null
  const matched = templates.match(account, text)
  if (matched === undefined) return { load: () => templates.loadMatch(account, text) }
  return 'template' in matched && matched.template.id === template ? matched : null
}

function ofTemplate({ templates }: SendDeps, rules: Rules, name: string, body: SendRequest): Given | Needed {
  const { account } = rules
  const template = templates.find(account, name)
  if (template === undefined) return { load: () => templates.load(account, name) }
  if (template === null) throw new Refusal('template_not_found', { field: 'templateId' })
  if (template === 'unapproved') throw new Refusal('template_not_approved', { field: 'templateId' })
  refuseOtherScene(template, body)
  return { content: { kind: 'template', template, data: body.templateData ?? {} } }
}

/** The scene belongs to the template (semantics D2). */
function refuseOtherScene({ scene }: SendTemplate, body: SendRequest): void {
  if (body.scene !== undefined && body.scene !== scene) throw new Refusal('template_restricted', { field: 'scene' })
}

/** A mainland text finds its template by its words (semantics D15). */
function ofMainland(deps: SendDeps, { account }: Rules, bare: string, body: SendRequest): Matched | Needed {
  const matched = matchOf(deps, account, bare)
  if ('template' in matched) refuseOtherScene(matched.template, body)
  return matched
}

/**
 * The template that a text was written by. A text that fits none may end with the opt-out line in force for its scene,
 * which the server would add.
 */
function matchOf({ templates, destinations, clock }: SendDeps, account: AccountId, bare: string): Matched | Needed {
  const match = (text: string) => templates.match(account, text) ?? { load: () => templates.loadMatch(account, text) }
  const written = match(bare)
  if ('load' in written || 'template' in written) return written
  const { optOut } = destinationsAt(destinations, clock.now())
  for (const line of new Set(Object.values(optOut))) {
    const text = withoutOptOut(bare, line)
    if (text === null) continue
    const matched = match(text)
    if ('load' in matched || ('template' in matched && optOut[matched.template.scene] === line)) return matched
  }
  return written
}

import { createHash } from 'node:crypto'
import { sendApi } from '@hongyan/contract/limits/messaging'
import { SendRequest } from '@hongyan/contract/public-api/send'
import type { Admit } from '../../../gateway/admit.ts'
import { quote } from '../../../gateway/accepted.ts'
import type { PriceBookCache } from '../../../pricing/price-book-cache.ts'
import { checkedAndPriced } from '../../../pricing/priced.ts'
import type { KnownCredential } from '../../../gateway/rules.ts'
import type { ActionCall, ActionReply } from '../../../http/public-api.ts'
import { validated } from '../../../http/validated.ts'
import type { Clock } from '../../../kit/clock.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { claims } from '../../../pipeline/claims.ts'
import type { Content, Draft, Priced, RequestClaim } from '../../../pipeline/message.ts'

export interface SendDeps {
  readonly admit: Admit
  readonly clock: Clock
  readonly prices: Pick<PriceBookCache, 'inForce'>
}

/** sms.message.send: checks and prices a request, then returns a quote (dryRun) or accepts it. */
export async function sendMessage(deps: SendDeps, call: ActionCall): Promise<ActionReply> {
  const { credential } = call
  const { rules } = credential
  const body = validated(SendRequest, call.body ?? {})
  const priced = checkedAndPriced(rules, deps.prices.inForce().book, draftOf(body, credential))
  if (body.dryRun === true) return { data: quote(priced, rules.currency), replayed: false }
  return admitted(deps, call, body.clientRef ?? null, priced)
}

async function admitted(
  { admit, clock }: SendDeps,
  call: ActionCall,
  clientRef: string | null,
  priced: Priced,
): Promise<ActionReply> {
  const { rules, id, hashKey } = call.credential
  const answer = await admit.submit({
    rules,
    credential: id,
    channel: 'sms',
    hashKey,
    requestId: call.requestId,
    clientRef,
    priced,
    requestClaims: requestClaims(call),
    limitClaims: claims(rules, priced, clock.now()),
  })
  if (answer.kind === 'accepted') return { data: JSON.parse(answer.answer), replayed: answer.replayed }
  throw new Refusal(answer.code, answer.retryAfter === undefined ? {} : { retryAfter: answer.retryAfter })
}

function draftOf(body: SendRequest, credential: KnownCredential): Draft {
  return {
    recipients: body.to,
    content: contentOf(body),
    scene: body.scene ?? credential.scene,
    ...(body.signature !== undefined && { signature: body.signature }),
  }
}

/** Exactly one of text, content and templateId. */
function contentOf({ text, content, templateId }: SendRequest): Content {
  const given: Content[] = []
  if (text !== undefined) given.push({ kind: 'text', text })
  if (content !== undefined) given.push({ kind: 'content', text: content })
  if (templateId !== undefined) given.push({ kind: 'template', templateId })
  const [only, second] = given
  if (only === undefined) throw new Refusal('missing_params', { field: 'text' })
  if (second !== undefined)
    throw new Refusal('invalid_request', { field: second.kind === 'template' ? 'templateId' : second.kind })
  return only
}

function requestClaims({ rawBody, nonce, idempotencyKey }: ActionCall): RequestClaim[] {
  if (nonce === null && idempotencyKey === null) return []
  const bodyHash = createHash('sha256').update(rawBody).digest()
  const found: RequestClaim[] = []
  if (nonce !== null) found.push({ kind: 'nonce', action: '', key: nonce, bodyHash, keptFor: sendApi.nonceWindow })
  if (idempotencyKey !== null)
    found.push({
      kind: 'key',
      action: 'sms.message.send',
      key: idempotencyKey,
      bodyHash,
      keptFor: sendApi.idempotencyKept,
    })
  return found
}

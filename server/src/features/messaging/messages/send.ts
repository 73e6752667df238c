import { SendRequest } from '@hongyan/contract/public-api/send'
import type { Admit } from '../../../gateway/admit.ts'
import { quote } from '../../../gateway/accepted.ts'
import type { PriceBookCache } from '../../../pricing/price-book-cache.ts'
import { checkedAndPriced } from '../../../pricing/priced.ts'
import type { KnownCredential } from '../../../gateway/rules.ts'
import type { ActionCall, ActionReply, Plan } from '../../../http/public-api.ts'
import { validated } from '../../../http/validated.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Latency } from '../../../kit/latency.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { claims } from '../../../pipeline/claims.ts'
import type { Content, Draft, Priced } from '../../../pipeline/message.ts'
import { admittedReply } from './admitted-reply.ts'
import { requestClaims } from './request-claims.ts'

export interface SendDeps {
  readonly admit: Pick<Admit, 'submit'>
  readonly clock: Clock
  readonly prices: Pick<PriceBookCache, 'inForce'>
  readonly accepting: Pick<Latency, 'timed'>
}

/** sms.message.send: checks and prices a request, which then ends with its quote (dryRun) or is admitted. */
export function planSend(deps: SendDeps, call: ActionCall): Plan {
  const { credential } = call
  const { rules } = credential
  const body = validated(SendRequest, call.body ?? {})
  const priced = checkedAndPriced(rules, deps.prices.inForce().book, draftOf(body, credential))
  if (body.dryRun === true) return { quote: quote(priced, rules.currency) }
  return { admit: () => deps.accepting.timed(() => admitted(deps, call, body.clientRef ?? null, priced)) }
}

async function admitted(
  { admit, clock }: SendDeps,
  call: ActionCall,
  clientRef: string | null,
  priced: Priced,
): Promise<ActionReply> {
  const { rules, id, hashKey } = call.credential
  const outcome = await admit.submit({
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
  return admittedReply(outcome)
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

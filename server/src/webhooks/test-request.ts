import { MINUTE } from '@hongyan/contract/durations'
import type { WebhookTest } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import type { AccountId, WebhookEndpointId } from '@hongyan/contract/ids'
import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import { isAboutMessage, sampleEvent, type WebhookEvent } from '@hongyan/contract/public-api/webhook-event'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import type { WebhookEventType } from '@hongyan/contract/vocabulary/webhook'
import { alone, inTransaction, isMisfit, statement } from '../db/tx.ts'
import { uuidv7 } from '../kit/ids.ts'
import { Refusal, secondsUntil } from '../kit/refusal.ts'
import { useAll } from '../limits/limits.ts'
import { renderBody } from './body.ts'
import { type Target, TARGET } from './claim.ts'
import { webhookIdOf } from './log.ts'
import { requestHeaders } from './request-headers.ts'
import type { WebhookAnswer } from './sender.ts'
import type { WebhookDeps } from './settings.ts'

export type SampleTarget = Target & { readonly currency: Currency }

/** A sample that the endpoint's envelope can carry: the compatible one shows a delivered message for every other event. */
export function sampleFor(
  { envelope, currency }: Pick<SampleTarget, 'envelope' | 'currency'>,
  type: WebhookEventType,
  at: Date,
): WebhookEvent {
  const sample = sampleEvent(type, at, currency)
  return envelope === 'standard' || isAboutMessage(sample) ? sample : sampleEvent('sms.message.delivered', at, currency)
}

/** Posts a signed sample of an event to an endpoint. */
export async function postSample(
  { clock, secrets, sender }: Pick<WebhookDeps, 'clock' | 'secrets' | 'sender'>,
  target: SampleTarget,
  type: WebhookEventType,
): Promise<{ readonly body: string; readonly answer: WebhookAnswer }> {
  const at = clock.now()
  const { format, envelope, batch, url } = target
  const sample = sampleFor(target, type, at)
  const { contentType, body } = renderBody([sample], { format, envelope, list: batch > 1 })
  const headers = requestHeaders(secrets, target, { webhookId: webhookIdOf(uuidv7(at)), contentType, body, at })
  return { body, answer: await sender.post({ url, headers, body }) }
}

const FIND = statement(
  'webhook_endpoint.test',
  `select ${TARGET}, a.currency from webhook_endpoint e join account a on a.id = e.account_id
    where e.account_id = $1 and e.id = $2`,
)

/**
 * Sends a signed sample to an endpoint, switched on or not, and waits for the answer. Nothing is retried or logged. An
 * account has so many a minute.
 */
export async function sendTest(
  deps: WebhookDeps,
  account: AccountId,
  endpoint: WebhookEndpointId,
  type: WebhookEventType,
): Promise<WebhookTest> {
  const { pool, clock } = deps
  const [target] = await alone(pool).run<SampleTarget>(FIND, [account, endpoint])
  if (target === undefined) throw new Refusal('not_found')
  const now = clock.now()
  const windowStart = new Date(now.getTime() - (now.getTime() % MINUTE))
  const retryAfter = secondsUntil(new Date(windowStart.getTime() + MINUTE), now)
  const use = {
    account,
    key: 'webhooks.tests',
    windowStart,
    limit: BigInt(limits.testsPerMinute),
    cost: 1n,
    retryAfter,
  }
  await inTransaction(pool, (tx) => useAll(tx, [use])).catch((error: unknown) => {
    throw isMisfit(error) ? new Refusal('limit_exceeded', { retryAfter }) : error
  })
  const { body, answer } = await postSample(deps, target, type)
  return {
    code: answer.code,
    failure: answer.failure,
    latency_ms: answer.latency,
    request_body: body,
    response_body: answer.code === null ? null : answer.body,
  }
}

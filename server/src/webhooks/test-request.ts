import type { WebhookTest } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import type { AccountId, WebhookEndpointId } from '@hongyan/contract/ids'
import { sampleEvent } from '@hongyan/contract/public-api/webhook-event'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import type { WebhookEventType } from '@hongyan/contract/vocabulary/webhook'
import { alone, statement } from '../db/tx.ts'
import { uuidv7 } from '../kit/ids.ts'
import { Refusal } from '../kit/refusal.ts'
import { renderBody } from './body.ts'
import { type Target, TARGET } from './claim.ts'
import { webhookIdOf } from './log.ts'
import { requestHeaders } from './request-headers.ts'
import type { WebhookDeps } from './settings.ts'

const FIND = statement(
  'webhook_endpoint.test',
  `select ${TARGET}, a.currency from webhook_endpoint e join account a on a.id = e.account_id
    where e.account_id = $1 and e.id = $2`,
)

/** Sends a signed sample to an endpoint, switched on or not, and waits for the answer. Nothing is retried or logged. */
export async function sendTest(
  { pool, clock, secrets, sender }: WebhookDeps,
  account: AccountId,
  endpoint: WebhookEndpointId,
  type: WebhookEventType,
): Promise<WebhookTest> {
  const [target] = await alone(pool).run<Target & { readonly currency: Currency }>(FIND, [account, endpoint])
  if (target === undefined) throw new Refusal('not_found')
  const at = clock.now()
  const { format, envelope, batch, url } = target
  const { contentType, body } = renderBody([sampleEvent(type, at, target.currency)], {
    format,
    envelope,
    list: batch > 1,
  })
  const headers = requestHeaders(secrets, target, { webhookId: webhookIdOf(uuidv7(at)), contentType, body, at })
  const answer = await sender.post({ url, headers, body })
  return {
    code: answer.code,
    failure: answer.failure,
    latency_ms: answer.latency,
    request_body: body,
    response_body: answer.code === null ? null : answer.body,
  }
}

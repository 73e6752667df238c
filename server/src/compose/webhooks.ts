import type { Config } from '../config/config.ts'
import type { Clock } from '../kit/clock.ts'
import { createWebhookSender, type WebhookSender } from '../webhooks/sender.ts'

interface WebhookParts {
  readonly sender: WebhookSender
  readonly strict: boolean
  readonly egress: readonly string[]
}

/** Outside sandbox mode webhooks go to public hosts alone, over https. */
export const webhooksOf = ({ config, clock }: { readonly config: Config; readonly clock: Clock }): WebhookParts => ({
  sender: createWebhookSender({ strict: !config.sandbox, clock }),
  strict: !config.sandbox,
  egress: config.egressAddresses,
})

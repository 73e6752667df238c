import type { Config } from '../config/config.ts'
import type { Clock } from '../kit/clock.ts'
import type { Tx } from '../db/tx.ts'
import { notify } from '../notices/notify.ts'
import { collectEvent, healthEvent } from '../webhooks/collect.ts'
import { withExampleHosts } from '../webhooks/example-hosts.ts'
import type { HealthChange } from '../webhooks/results.ts'
import { createWebhookSender, type WebhookSender } from '../webhooks/sender.ts'

interface WebhookParts {
  readonly sender: WebhookSender
  readonly strict: boolean
  readonly egress: readonly string[]
}

/** Outside sandbox mode webhooks go to public hosts alone, over https. */
export function webhooksOf({ config, clock }: { readonly config: Config; readonly clock: Clock }): WebhookParts {
  const sender = createWebhookSender({ strict: !config.sandbox, clock })
  return {
    sender: config.sandbox ? withExampleHosts(sender) : sender,
    strict: !config.sandbox,
    egress: config.egressAddresses,
  }
}

/** An endpoint's health is a notice to the owner and an event for the account's other endpoints. */
export async function tellOwner(tx: Tx, { account, endpoint, name, state }: HealthChange, at: Date): Promise<void> {
  await notify(tx, { account, kind: 'webhook_changed', values: { name, state }, at })
  await collectEvent(tx, account, healthEvent({ endpoint, name, state }), at)
}

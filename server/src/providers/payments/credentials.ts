import type { AccountId } from '@hongyan/contract/ids'
import { TopUpId } from '@hongyan/contract/ids'
import { micros } from '@hongyan/contract/money'
import { uuidv7 } from '../../kit/ids.ts'
import { type PaymentProvider, referenceOf } from './provider.ts'

/** The state of our credentials at a provider. `denied`: it answered and refused them. `reason` is the provider's code. */
export type CredentialState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'denied' | 'unreachable'; readonly reason: string }

/** Stripe's code for a session that does not exist. */
const NO_SESSION = 'resource_missing'

/**
 * Alipay's codes for an app that it does not know. It cannot sign these responses, so an adapter changes nothing by them,
 * but they are no silence.
 */
const NO_APP: ReadonlySet<string> = new Set(['isv.invalid-app-id', 'isv.missing-app-id'])

/** Proves our credentials at a provider by a query of an order that never existed. The query changes nothing there. */
export async function checkCredentials(provider: PaymentProvider, now: Date): Promise<CredentialState> {
  const answer = await provider.query({
    reference: referenceOf(TopUpId.parse(uuidv7(now))),
    account: '00000000-0000-0000-0000-000000000000' as AccountId, // no query sends the account
    amount: micros(1_000_000n),
    currency: provider.channel === 'stripe' ? 'USD' : 'CNY',
    createdAt: now,
    expiresAt: now,
    locale: 'en',
    invoice: null,
    excluded: [],
    remoteId: provider.channel === 'stripe' ? 'cs_none' : null,
  })
  if (!('reason' in answer) || answer.reason === NO_SESSION) return { kind: 'ready' }
  const isDenied = answer.kind === 'refused' || NO_APP.has(answer.reason)
  return { kind: isDenied ? 'denied' : 'unreachable', reason: answer.reason }
}

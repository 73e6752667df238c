import { MINUTE } from '@hongyan/contract/durations'
import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { Loop } from '../jobs/loop.ts'
import type { Logger } from '../kit/logger.ts'
import { StartError } from '../kit/start-error.ts'
import { checkCredentials, type CredentialState } from '../providers/payments/credentials.ts'
import type { PaymentDeps } from './deps.ts'

export interface ChannelState {
  readonly channel: TopUpChannel
  readonly state: CredentialState
}

const EVERY = 10 * MINUTE

/** The settings that hold the credentials of a channel. */
const providers: Readonly<Record<TopUpChannel, { readonly name: string; readonly settings: string }>> = {
  stripe: { name: 'Stripe', settings: 'STRIPE_SECRET_KEY' },
  alipay: { name: 'Alipay', settings: 'ALIPAY_APP_ID and ALIPAY_PRIVATE_KEY' },
  wxpay: { name: 'WeChat Pay', settings: 'WXPAY_MCH_ID, WXPAY_SERIAL and WXPAY_PRIVATE_KEY' },
}

/** Checks our credentials at every real provider, all at once. */
export async function checkChannels({
  channels,
  clock,
}: Pick<PaymentDeps, 'channels' | 'clock'>): Promise<readonly ChannelState[]> {
  const real = [...channels].filter(([, { test }]) => !test)
  return Promise.all(
    real.map(async ([channel, { provider }]) => ({
      channel,
      state: await checkCredentials(await provider(), clock.now()),
    })),
  )
}

/** The sentence about a channel that is not ready; null for one that is. */
export function problemOf({ channel, state }: ChannelState): string | null {
  const { name, settings } = providers[channel]
  if (state.kind === 'ready') return null
  if (state.kind === 'unreachable') return `${name} does not answer (${state.reason}).`
  return `${name} refuses our credentials (${state.reason}): check ${settings}.`
}

/**
 * Throws where a provider refuses our credentials: no customer could pay, and only the operator can mend it. A provider
 * that does not answer stops no start, because messages do not need it.
 */
export function refuseDenied(states: readonly ChannelState[], log: Logger): void {
  for (const state of states) {
    const problem = problemOf(state)
    if (problem !== null && state.state.kind === 'denied') throw new StartError(problem)
    if (problem !== null) log.warn({ channel: state.channel }, problem)
  }
}

/** Checks the credentials again and again: the loop fails while a provider is not ready, which `hongyan doctor` shows. */
export const credentialLoop = (deps: Pick<PaymentDeps, 'channels' | 'clock'>): Loop => ({
  name: 'payment-credentials',
  every: EVERY,
  firstAfter: 0,
  run: async () => {
    const problems = (await checkChannels(deps)).flatMap((state) => problemOf(state) ?? [])
    if (problems.length > 0) throw new Error(problems.join(' '))
  },
})

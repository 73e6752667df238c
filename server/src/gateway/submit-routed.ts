import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import type { Priced, Rules } from '../pipeline/message.ts'
import type { Admitted, AdmitRequest } from './admission.ts'
import type { Admit } from './admit.ts'
import type { Routes } from './routes.ts'

/** Each channel of a rule can be found to be over its cap once. */
const MOST_ROUTES = limits.targets + 1

interface Submitter {
  readonly admit: Pick<Admit, 'submit'>
  readonly routes: Pick<Routes, 'learn'>
}

/** A request with its price, and the way to price it anew, over other channels. */
interface Ready {
  readonly priced: Priced
  readonly again: () => Promise<Priced>
}

/**
 * Submits a request. Where a channel's daily spend cap has no room for it, the request is routed and priced again. Its
 * nonce is spent by then.
 */
export async function submitRouted(
  { admit, routes }: Submitter,
  rules: Rules,
  { priced, again }: Ready,
  requestOf: (priced: Priced) => AdmitRequest,
): Promise<Admitted> {
  let outcome = await admit.submit(requestOf(priced))
  for (let tries = 1; tries < MOST_ROUTES && outcome.kind === 'refused' && outcome.overCap !== undefined; tries += 1) {
    routes.learn(rules, outcome.overCap)
    outcome = await admit.submit(withoutNonce(requestOf(await again())))
  }
  return outcome
}

const withoutNonce = ({ requestClaims, ...request }: AdmitRequest): AdmitRequest => ({
  ...request,
  requestClaims: requestClaims.filter(({ kind }) => kind !== 'nonce'),
})

import { quotes } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { createQuote, readQuote } from '../../../broadcasts/quotes.ts'
import { implement, type Route } from '../../../http/implement.ts'
import type { BroadcastDeps } from './deps.ts'
import { presentQuote } from './present-quote.ts'

/** A suspended account may still read what a broadcast would cost (ruling 35). */
export const quoteRoutes = (deps: BroadcastDeps): readonly Route[] =>
  implement(quotes, {
    create: async ({ caller: { account }, locale, body }) =>
      presentQuote(deps, { account, locale }, await createQuote(deps, account, body)),
    get: async ({ caller: { account }, locale, params }) =>
      presentQuote(deps, { account, locale }, await readQuote(deps, account, params.id)),
  })

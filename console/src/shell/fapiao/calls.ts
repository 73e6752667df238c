import type { CallOf } from '@hongyan/contract/endpoint'
import type { FapiaoOffer, transactionFapiao } from '@hongyan/contract/endpoints/finance/fapiao'
import type { Fapiao } from '@hongyan/contract/endpoints/finance/invoices'
import type { QueryKey } from '@tanstack/react-query'

export type FapiaoBody = CallOf<typeof transactionFapiao.request>['body']

/** The calls for the tax invoice of one charge or invoice. */
export interface FapiaoCalls {
  readonly key: QueryKey
  readonly offer: () => Promise<FapiaoOffer>
  readonly request: (body: FapiaoBody) => Promise<Fapiao>
}

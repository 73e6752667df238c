import { addresses } from '@hongyan/contract/endpoints/addresses'
import { callers } from './callers.ts'

/** Every call of the contract, and no other. `first-api.ts` has those of the first load. */
export const api = callers(addresses)

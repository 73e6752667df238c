import { addresses } from '@hongyan/contract/endpoints/addresses'
import { callers } from './callers.ts'

/** Every call of the contract, and no other. What the first load needs of them is in `first-api.ts`. */
export const api = callers(addresses)

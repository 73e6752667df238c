import { firstAddresses } from '@hongyan/contract/endpoints/first-addresses'
import { callers } from './callers.ts'

/** The calls of the first page. Whatever is loaded with it asks by these alone. */
export const firstApi = callers(firstAddresses)

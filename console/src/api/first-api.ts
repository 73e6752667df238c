import { firstAddresses } from '@hongyan/contract/endpoints/first-addresses'
import { callers } from './callers.ts'

/** The calls of the first page. Modules of the first load use only these. */
export const firstApi = callers(firstAddresses)

import { SECOND } from '@hongyan/contract/durations'

/** Milliseconds for which a page uses what its route has loaded, instead of loading it again. */
export const LOADED_FOR = 2 * SECOND

import { broadcasts as limits } from './limits/broadcasts.ts'

/** The first messages of a broadcast that are watched before the others go out, by default. */
export const usualCanary = (people: number): number =>
  Math.min(Math.floor((people * limits.canaryShare) / 100), limits.canaryMost)

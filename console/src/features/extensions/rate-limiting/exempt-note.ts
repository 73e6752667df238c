import { rateLimiting as limits } from '@hongyan/contract/limits/rate-limiting'

/** A line without control characters and those that change the reading direction. */
const NOTE = new RegExp(`^[^\\p{Cc}\\u202A-\\u202E\\u2066-\\u2069]{0,${limits.noteMax}}$`, 'u')

/** A typed note as it is saved. */
export const noteOf = (typed: string): string => typed.replaceAll(/\s+/g, ' ').trim()

export const isNote = (note: string): boolean => NOTE.test(note)

import { upstreams as limits } from '@hongyan/contract/limits/upstreams'

const SHAPE = new RegExp(`^[^\\p{Cc}\\u202A-\\u202E\\u2066-\\u2069]{1,${limits.remoteIdMax}}$`, 'u')

/** The provider's ID without the spaces around it, as the contract reads it. */
export const remoteOf = (typed: string): string => typed.replaceAll(/\s+/g, ' ').trim()

/** True for an ID that the contract accepts. */
export const isRemoteId = (remote: string): boolean => SHAPE.test(remote)

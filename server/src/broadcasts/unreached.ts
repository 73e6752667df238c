import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'

const { Delivered, Read, Undelivered, Expired, Unknown } = MessageStatus

/**
 * The ends of a message that tell whether its number can be reached. What was refused or failed on the way tells nothing
 * of the number.
 */
export const tellingStatuses: readonly MessageStatus[] = [Delivered, Read, Undelivered, Expired, Unknown]

const missed: readonly MessageStatus[] = [Undelivered, Expired, Unknown]

/** True for a number whose newest messages were all undelivered or without a receipt: it may have changed hands. */
export const isUnreached = (newestFirst: readonly MessageStatus[]): boolean =>
  newestFirst.length >= limits.unreachedAfter &&
  newestFirst.slice(0, limits.unreachedAfter).every((status) => missed.includes(status))

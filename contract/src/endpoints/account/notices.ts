import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { fewKeys } from '../../few-keys.ts'
import { NoticeId } from '../../ids.ts'
import { list } from '../../limits/screens.ts'
import { parseMicros } from '../../money.ts'
import { noticeChannels, type NoticeKind, noticeKinds } from '../../vocabulary/notice.ts'
import { Decimal } from './account.ts'
import { addresses } from '../addresses.ts'
import { Page } from '../list-query.ts'

const kinds = Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]] // the keys of this object are the kinds
const NoticeKindName = z.enum(kinds)

/** An event that has really happened (ruling 16). The console writes its text from kind and values. */
export const Notice = z.object({
  id: NoticeId,
  kind: NoticeKindName,
  at: z.iso.datetime(),
  read: z.boolean(),
  /** The values of the text: amounts as decimals, times as ISO 8601, ids and names. */
  values: z.record(z.string(), z.string()),
})
export type Notice = z.infer<typeof Notice>

const Preference = z.object({ email: z.boolean(), sms: z.boolean() })
const Bound = z
  .union([z.string().max(32), z.number()])
  .transform((amount) => parseMicros(String(amount)))
  .refine((amount) => amount !== null)

/** For each kind, whether it also goes out by a channel. Kinds that guard the account always use at least one. */
export const NoticePreferences = z.object({
  kinds: z.record(NoticeKindName, Preference),
  /**
   * The threshold of the low balance notice: sent once until the balance has been above it again. Null switches it off.
   */
  balance_low: Decimal.nullable(),
  /** The channels the account can use. */
  channels: z.array(z.enum(noticeChannels)),
})
export type NoticePreferences = z.infer<typeof NoticePreferences>

export const notices = endpoints(addresses.notices, {
  /** Newest first. `unread` counts all unread notices, up to 99. */
  list: { query: z.strictObject(Page), reply: z.object({ unread: z.number().int(), notices: z.array(Notice) }) },
  /** Marks the notices with these ids as read, or all of them without ids. */
  read: {
    unaudited: true,
    body: z.strictObject({ ids: z.array(NoticeId).min(1).max(list.maxLimit).optional() }),
    reply: z.object({ unread: z.number().int() }),
  },
})

export const noticePreferences = endpoints(addresses.noticePreferences, {
  get: { reply: NoticePreferences },
  save: {
    body: z.strictObject({
      kinds: fewKeys(z.partialRecord(NoticeKindName, Preference)).optional(),
      balance_low: Bound.nullable().optional(),
    }),
    reply: NoticePreferences,
  },
})

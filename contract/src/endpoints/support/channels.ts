import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { supportChannels } from '../../vocabulary/support.ts'
import { addresses } from '../addresses.ts'

const moment = z.iso.datetime()

/** A channel that has an address, in the order for the reader's language. */
export const SupportContact = z.object({
  channel: z.enum(supportChannels),
  /** The number, name or address as people read it. */
  address: z.string(),
  /** The deep link, which the QR code holds. */
  link: z.string(),
})
export type SupportContact = z.infer<typeof SupportContact>

/** The hours of support: the weekdays 1 (Monday) to 7, and times as HH:MM in a zone. */
export const SupportHours = z.object({
  days: z.array(z.number().int().min(1).max(7)),
  from: z.string(),
  to: z.string(),
  zone: z.string(),
  open: z.boolean(),
  /** The next moment at which it opens or closes. */
  changes_at: moment,
})
export type SupportHours = z.infer<typeof SupportHours>

export const supportContacts = endpoints(addresses.supportContacts, {
  list: {
    reply: z.object({
      channels: z.array(SupportContact),
      hours: SupportHours,
      /** The median time to the first reply to tickets of the last 30 days, in seconds; null for fewer than five. */
      first_reply_s: z.number().int().nullable(),
    }),
  },
})

import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { IncidentId } from '../../ids.ts'
import { support as limits } from '../../limits/support.ts'
import { incidentSeverities, incidentStates, networkStates } from '../../vocabulary/support.ts'
import { messageChannels } from '../../vocabulary/message.ts'
import { addresses } from '../addresses.ts'

const moment = z.iso.datetime()
const whole = z.number().int()

/** The delivery of one channel to one country, by the messages of all accounts of the partition in the window. */
export const NetworkRow = z.object({
  /** ISO 3166 alpha-2. */
  country: z.string(),
  channel: z.enum(messageChannels),
  state: z.enum(networkStates),
  /** The share of finished messages that arrived, 0 to 1 with four decimals; null where it is quiet. */
  delivered: z.number().nullable(),
  /** The median time from acceptance to delivery in milliseconds; null where it is quiet or none arrived. */
  median_ms: whole.nullable(),
  /** The moment from which it has had this state. */
  since: moment,
})
export type NetworkRow = z.infer<typeof NetworkRow>

export const Incident = z.object({
  id: IncidentId,
  severity: z.enum(incidentSeverities),
  state: z.enum(incidentStates),
  title: z.string(),
  /** Empty: all countries, all channels. */
  countries: z.array(z.string()),
  channels: z.array(z.enum(messageChannels)),
  started_at: moment,
  closed_at: moment.nullable(),
  /** Newest first, in the reader's language. */
  updates: z.array(z.object({ at: moment, state: z.enum(incidentStates), text: z.string() })),
})
export type Incident = z.infer<typeof Incident>

export const supportStatus = endpoints(addresses.supportStatus, {
  get: {
    reply: z.object({
      /** The window of the figures: messages that were accepted in it. */
      from: moment,
      to: moment,
      /** Worst first, then by country. */
      rows: z.array(NetworkRow),
      /** The countries that the account sent most messages to in the last 30 days, most first. */
      own: z.array(z.string()).max(limits.statusOwn),
      /** Open ones first, then those that closed in the last 14 days, newest first. */
      incidents: z.array(Incident),
    }),
  },
})

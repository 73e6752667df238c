import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { CredentialId, IpCallId, IpEntryId } from '../../ids.ts'
import { findOverlap } from '../../ip/entries.ts'
import { readNetwork } from '../../ip/network.ts'
import { ipRestriction as limits } from '../../limits/ip-restriction.ts'
import type { RuleId } from '../../rules.ts'
import { ipEffects, ipModes } from '../../vocabulary/ip-restriction.ts'
import { addresses } from '../addresses.ts'
import { Page } from '../list-query.ts'
import { oneLine } from '../one-line.ts'

const moment = z.iso.datetime()

/** An address or a network in CIDR notation. The server stores the network without the bits behind its prefix. */
const Cidr = z
  .string()
  .max(64, 'ip_cidr' satisfies RuleId)
  .check(({ value, issues }) => {
    const read = readNetwork(value)
    if (!read.ok) issues.push({ code: 'custom', input: value, message: read.rule })
  })

/** An entry as it is saved; without an id it is a new one. */
const SavedIpEntry = z.strictObject({
  id: IpEntryId.optional(),
  cidr: Cidr,
  /** That of the mode, unless given. */
  effect: z.enum(ipEffects).optional(),
  note: oneLine(0, limits.noteMax, { long: 'ip_note', characters: 'ip_note' }).default(''),
  /** The credential it is for; null: all. */
  credential: CredentialId.nullable().default(null),
})

export const IpEntry = z.object({
  id: IpEntryId,
  cidr: z.string(),
  effect: z.enum(ipEffects),
  note: z.string(),
  credential: CredentialId.nullable(),
  /** The key of its credential. */
  key: z.string().nullable(),
  created_at: moment,
  last_hit_at: moment.nullable(),
  /** Calls that the entry decided in the last seven days. */
  hits: z.number().int(),
})
export type IpEntry = z.infer<typeof IpEntry>

/** An address that called the send API, with the number of its calls. */
export const IpCaller = z.object({ address: z.string(), requests: z.number().int() })
export type IpCaller = z.infer<typeof IpCaller>

export const IpRestriction = z.object({
  /** Grows with every change, and is sent with the next one. */
  version: z.number().int(),
  enabled: z.boolean(),
  mode: z.enum(ipModes),
  /** Records the calls that would be refused, and lets them through. */
  reportOnly: z.boolean(),
  entries: z.array(IpEntry),
  /** The moment at which the last change is reverted unless it is kept; null: it is kept. */
  revert_at: moment.nullable(),
  /** The moment at which the last change was reverted. */
  reverted_at: moment.nullable(),
  /** The address of this call, as the send API would see it. */
  own_address: z.string(),
  /** True where private and reserved networks are refused. */
  strict: z.boolean(),
  /** True where the server knows the countries of addresses. */
  countries: z.boolean(),
  /** Callers of the last seven days that no entry names, the most frequent first. */
  callers: z.array(IpCaller),
})
export type IpRestriction = z.infer<typeof IpRestriction>

/** `details` of `ip_lock_out`: the callers of the last day that the change cuts off. */
export const IpLockOut = z.object({
  callers: z.array(IpCaller),
  /** All of them, also those that are not listed. */
  total: z.number().int(),
  /** The caller's own address, where an entry of the change denies it. */
  own_address: z.string().nullable(),
})
export type IpLockOut = z.infer<typeof IpLockOut>

/** A call that an entry refused, or that would have been refused. Repeated calls of a second are one. */
export const IpCall = z.object({
  id: IpCallId,
  at: moment,
  address: z.string(),
  /** ISO 3166 alpha-2; null where it is unknown. */
  country: z.string().nullable(),
  credential: CredentialId,
  /** Null where the credential no longer exists. */
  key: z.string().nullable(),
  action: z.string(),
  calls: z.number().int(),
  /** False where the call was let through, because the rules only report. */
  refused: z.boolean(),
})
export type IpCall = z.infer<typeof IpCall>

const Saved = z
  .strictObject({
    version: z.number().int().min(0),
    enabled: z.boolean(),
    mode: z.enum(ipModes),
    reportOnly: z.boolean(),
    entries: z.array(SavedIpEntry).max(limits.entries, 'ip_entries' satisfies RuleId),
    /** The callers that the change cuts off were shown. */
    confirmed: z.boolean().default(false),
  })
  .check(({ value, issues }) => {
    const overlap = findOverlap(value.entries.map((entry) => ({ ...entry, effect: entry.effect ?? value.mode })))
    if (overlap < 0) return
    const path = ['entries', overlap, 'cidr']
    issues.push({ code: 'custom', input: value.entries, path, message: 'ip_overlap' satisfies RuleId })
  })
export type SavedIpRestriction = z.infer<typeof Saved>

const version = z.strictObject({ version: z.number().int().min(0) })

/** Screens S9. */
export const ipRestriction = endpoints(addresses.ipRestriction, {
  get: { reply: IpRestriction },
  /**
   * Replaces the settings and all entries: those without an id are new, those left out are removed. `state_conflict`
   * with the current record for another version. `ip_lock_out` with the callers that the change cuts off, unless it
   * is confirmed. A change that begins an allow-list or cuts callers off is reverted after ten minutes unless kept.
   */
  save: { stepUp: true, unlessSuspended: true, body: Saved, reply: IpRestriction },
  /** Keeps the change that would be reverted. */
  keep: { body: version, reply: IpRestriction },
  /** Tells what the saved rules do with an address, under a credential or under all that have no entries of their own. */
  check: {
    unaudited: true,
    body: z.strictObject({
      ip: z.string().max(64, 'ip_address' satisfies RuleId),
      credential: CredentialId.nullable().default(null),
    }),
    reply: z.object({
      ip: z.string(),
      /** True where a call would get through. Without rules in force it does. */
      passes: z.boolean(),
      /** The verdict of the rules as if they were in force. */
      listed: z.boolean(),
      entry: IpEntryId.nullable(),
      /** The keys whose own entries decide otherwise; none where the check is for a credential. */
      except: z.array(
        z.object({ key: z.string(), passes: z.boolean(), listed: z.boolean(), entry: IpEntryId.nullable() }),
      ),
    }),
  },
  /** Newest first. */
  events: { query: z.strictObject(Page), reply: z.array(IpCall) },
})

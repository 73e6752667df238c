import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { fewKeys } from '../../few-keys.ts'
import { dashedId, ExportId, MessageId, WebhookEndpointId } from '../../ids.ts'
import { exports as limits } from '../../limits/exports.ts'
import { Locale } from '../../vocabulary/account.ts'
import {
  columnsOf,
  exportFailures,
  exportFormats,
  type ExportKind,
  exportKinds,
  exportMakers,
  exportRepeats,
} from '../../vocabulary/export.ts'
import { ExportJobStatus } from '../../vocabulary/job.ts'
import { WebhookDeliveryState } from '../../vocabulary/webhook.ts'
import { zoneNamed } from '../../zone-names.ts'
import { addresses } from '../addresses.ts'
import { transactionFilters } from '../finance/transactions.ts'
import { Page } from '../list-query.ts'
import { Nothing } from '../nothing.ts'
import { Day, messageFilters } from './messages.ts'

const { from: _from, to: _to, ...withoutDays } = messageFilters

/** The filters of each kind, as the query of its page has them. */
export const exportFilters = {
  messages: z.strictObject(withoutDays),
  recipients: z.strictObject(withoutDays),
  transactions: z.strictObject(transactionFilters),
  webhooks: z.strictObject({
    endpoint: WebhookEndpointId.optional(),
    status: z.coerce.number().pipe(z.enum(WebhookDeliveryState)).optional(),
    type: z.string().max(64).optional(),
    message: z.string().max(64).transform(dashedId).pipe(MessageId).optional(),
  }),
} as const satisfies Readonly<Record<ExportKind, z.ZodObject>>

/** The rows of an export: a kind, days of the account's zone, and the filters of the kind's page as its query spells them. */
const Choice = {
  kind: z.enum(exportKinds),
  from: Day,
  to: Day,
  filters: fewKeys(z.record(z.string().max(32), z.string().max(128))).default({}),
}

interface Chosen {
  readonly kind: ExportKind
  readonly from: string
  readonly to: string
  readonly filters: Readonly<Record<string, string>>
}

function checkChoice({ value: { kind, from, to, filters }, issues }: z.core.ParsePayload<Chosen>): void {
  if (from > to) issues.push({ code: 'custom', input: to, path: ['to'], message: 'ends before it begins' })
  const { error } = exportFilters[kind].safeParse(filters)
  for (const { path, message } of error?.issues ?? []) {
    issues.push({ code: 'custom', input: filters, path: ['filters', ...path], message })
  }
}

const Order = {
  ...Choice,
  name: z.string().trim().min(1).max(limits.nameMax),
  columns: z.array(z.string().max(32)).min(1).max(64),
  format: z.enum(exportFormats),
  /** Compresses a file; a workbook is compressed anyway. */
  gzip: z.boolean(),
  /** An IANA time zone. */
  zone: z
    .string()
    .max(64)
    .refine((zone) => zoneNamed(zone) !== null)
    .overwrite((zone) => zoneNamed(zone) ?? zone),
  /** Hides the middle digits of phone numbers. */
  masked: z.boolean(),
  language: z.enum(Locale),
  repeat: z.enum(exportRepeats),
  /** Sends an email once the export has ended. */
  notify: z.boolean(),
}

function checkOrder(payload: z.core.ParsePayload<Chosen & { columns: string[]; format: string; gzip: boolean }>): void {
  checkChoice(payload)
  const { value, issues } = payload
  const { kind, columns, format, gzip } = value
  const known = columnsOf(kind)
  if (columns.some((column) => !known.has(column)) || new Set(columns).size < columns.length) {
    issues.push({ code: 'custom', input: columns, path: ['columns'], message: 'has another column' })
  }
  if (gzip && format === 'xlsx') issues.push({ code: 'custom', input: gzip, path: ['gzip'], message: 'is compressed' })
}

/** An export (screens S5). */
export const Export = z.object({
  ...Order,
  id: ExportId,
  status: z.enum(ExportJobStatus),
  /** Null unless it failed. */
  reason: z.enum(exportFailures).nullable(),
  /** Rows written so far. */
  rows: z.number().int(),
  /** Bytes of the file so far. */
  size: z.number().int(),
  /** Whole percents of the work that are done. */
  progress: z.number().int().min(0).max(100),
  created_at: z.iso.datetime(),
  created_by: z.enum(exportMakers),
  finished_at: z.iso.datetime().nullable(),
  /** The end of the file; null before it is finished. */
  expires_at: z.iso.datetime().nullable(),
  /** True for a finished export whose file is deleted. */
  expired: z.boolean(),
  /** The moment of the next run; null where it does not repeat. */
  repeat_at: z.iso.datetime().nullable(),
})
export type Export = z.infer<typeof Export>

const params = z.strictObject({ id: ExportId })
const whole = z.coerce.number()

/** Screens S5. */
export const exports = endpoints(addresses.exports, {
  /** Newest first. */
  list: {
    query: z.strictObject({
      ...Page,
      status: whole.pipe(z.enum(ExportJobStatus)).optional(),
      kind: z.enum(exportKinds).optional(),
    }),
    reply: z.array(Export),
  },
  /** `range_too_wide`, `too_many_running`, `no_rows` where a look at the newest rows shows that there are none. */
  create: { idempotent: true, body: z.strictObject(Order).check(checkOrder), reply: Export },
  /** Counts the rows of an export, as far as a short look reaches: `exact: false` means at least so many. */
  estimate: {
    unaudited: true,
    body: z.strictObject(Choice).check(checkChoice),
    reply: z.object({ rows: z.number().int(), exact: z.boolean() }),
  },
  get: { params, reply: Export },
  /** Changes how often it repeats. */
  update: { params, body: z.strictObject({ repeat: z.enum(exportRepeats) }), reply: Export },
  /** Ends a waiting or running export. */
  cancel: { params, reply: Export },
  /** Starts a failed export again from its first row. */
  retry: { params, reply: Export },
  /** Redirects to the file, under an address that needs no session and is valid for 15 minutes. Leaves an audit entry. */
  download: { params, redirect: true, reply: z.object({ url: z.string() }) },
  /** Deletes an export and its file, and ends its repetition. */
  remove: { params, reply: Nothing },
})

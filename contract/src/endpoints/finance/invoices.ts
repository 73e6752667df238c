import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { InvoiceId, PaymentMethodId, TicketId, TopUpId } from '../../ids.ts'
import { invoice as limits } from '../../limits/finance.ts'
import { parseMicros } from '../../money.ts'
import { Currency } from '../../vocabulary/account.ts'
import { MessageScene } from '../../vocabulary/message.ts'
import {
  fapiaoKinds,
  fapiaoStatuses,
  invoiceChannels,
  invoiceLineKinds,
  InvoiceStatus,
  products,
  topUpActions,
} from '../../vocabulary/payment.ts'
import { sortColumns } from '../../vocabulary/sorting.ts'
import { Decimal } from '../account/account.ts'
import { addresses } from '../addresses.ts'
import { Page, sortBy } from '../list-query.ts'
import { oneLine } from '../one-line.ts'

/** An invoice of a credit account: the unpaid usage of one month in the account's time zone (screens S7). */
export const Invoice = z.object({
  id: InvoiceId,
  /** Assigned when the invoice is issued, without gaps in its partition; null for a draft. */
  number: z.string().nullable(),
  status: z.enum(InvoiceStatus),
  currency: z.enum(Currency),
  /** First and last day of its period, in the account's time zone. */
  from: z.iso.date(),
  to: z.iso.date(),
  /** Issue date and due date; null for a draft. */
  issued_at: z.iso.datetime().nullable(),
  due_on: z.iso.date().nullable(),
  /** Days since the due date; 0 where the invoice is not overdue. */
  overdue_days: z.number().int(),
  total: Decimal,
  paid: Decimal,
  /** Total minus paid; zero for a void invoice. */
  outstanding: Decimal,
  po: z.string().nullable(),
})
export type Invoice = z.infer<typeof Invoice>

/** The lines sum to the total: usage at its prices, minus usage that funds paid for, plus adjustments and disputes. */
const InvoiceLine = z.object({
  id: z.uuidv7(),
  kind: z.enum(invoiceLineKinds),
  amount: Decimal,
  /** Only for kind usage. */
  usage: z
    .object({
      product: z.enum(products),
      scene: z.enum(MessageScene),
      iso2: z.string(),
      unit_price: Decimal,
      messages: z.number().int(),
      parts: z.number().int(),
    })
    .nullable(),
  /** The text that staff entered for an adjustment. */
  text: z.string().nullable(),
  /** When the customer disputed the line. */
  disputed_at: z.iso.datetime().nullable(),
  /** The ticket of the dispute, until it is deleted. */
  ticket_id: TicketId.nullable(),
})

/** A payment of an invoice. `channel` balance means the account's funds, cash a bank transfer. */
const InvoicePayment = z.object({
  at: z.iso.datetime(),
  channel: z.enum(invoiceChannels),
  amount: Decimal,
})

/** A Chinese tax invoice: its kind, and the details of its recipient. */
export const Fapiao = z.object({
  kind: z.enum(fapiaoKinds),
  status: z.enum(fapiaoStatuses),
  title: z.string(),
  tax_no: z.string(),
  bank: z.string().nullable(),
  bank_account: z.string().nullable(),
  email: z.string(),
  amount: Decimal,
  requested_at: z.iso.datetime(),
  /** The number of the issued fapiao. */
  number: z.string().nullable(),
})
export type Fapiao = z.infer<typeof Fapiao>

/** The tax that an invoice's total contains. `percent` is its rate on the net amount; net and amount sum to the total. */
const InvoiceTax = z.object({
  name: z.string(),
  percent: z.string(),
  net: Decimal,
  amount: Decimal,
})

/** The credit note of a void invoice: the unpaid part, and the tax that it gives back. */
const CreditNote = z.object({
  number: z.string(),
  issued_at: z.iso.datetime(),
  amount: Decimal,
  tax: InvoiceTax.nullable(),
})

export const InvoiceDetail = Invoice.extend({
  lines: z.array(InvoiceLine),
  /** Null where the seller has no rate for the customer's country. */
  tax: InvoiceTax.nullable(),
  /** Null where the invoice is not void. */
  credit_note: CreditNote.nullable(),
  payments: z.array(InvoicePayment),
  /** Null where the customer requested none. Only mainland accounts have one. */
  fapiao: Fapiao.nullable(),
  /** The reference for a bank transfer; null where nothing is payable. */
  bank_reference: z.string().nullable(),
  /** The available ways to pay, in the order the console shows them. */
  channels: z.array(z.enum(invoiceChannels)),
  /** The part of the account's funds that can pay this invoice now. */
  payable_from_balance: Decimal,
})
export type InvoiceDetail = z.infer<typeof InvoiceDetail>

/** The recipient of the invoices. */
export const BillingProfile = z.object({
  legal_name: z.string(),
  address: z.string(),
  /** ISO 3166 alpha-2; empty until it is set. */
  country: z.string(),
  tax_id: z.string(),
  /** The recipients of invoices and reminders; without any, the account's own email address. */
  emails: z.array(z.string()),
  po: z.string(),
  language: z.enum(['en', 'zh-CN']),
})
export type BillingProfile = z.infer<typeof BillingProfile>

/**
 * The result of a payment: done, or the next action with the address to open or the QR code to show, and the top-up to
 * check. An id without an action is a card charge. While the invoice does not show it, its outcome is unknown.
 */
export const InvoicePaid = z.object({
  invoice: Invoice,
  id: TopUpId.nullable(),
  action: z.enum(topUpActions).nullable(),
  payload: z.string().nullable(),
})
export type InvoicePaid = z.infer<typeof InvoicePaid>

/** Exact, as a decimal string or a number: the server never rounds a payment. */
const Amount = z
  .union([z.string().max(32), z.number()])
  .transform((amount) => parseMicros(String(amount)))
  .refine((amount) => amount !== null)

const Email = z.string().trim().toLowerCase().max(limits.emailMax).pipe(z.email())
const whole = z.coerce.number()
const Month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
const params = z.strictObject({ id: InvoiceId })
const TextFile = z.object({ name: z.string(), content: z.string() })
/** `content` is base64. */
const BinaryFile = z.object({ name: z.string(), content: z.base64() })

/** Screens S7: a tax number of 15 to 20 letters and digits. A special fapiao also names the bank. */
export const FapiaoRequest = z
  .strictObject({
    kind: z.enum(fapiaoKinds),
    title: oneLine(2, 100),
    tax_no: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[0-9A-Z]{15,20}$/),
    bank: oneLine(2, 100).optional(),
    bank_account: z
      .string()
      .trim()
      .regex(/^[0-9]{8,30}$/)
      .optional(),
    email: Email,
  })
  .refine(({ kind, bank }) => kind !== 'special' || bank !== undefined, { path: ['bank'] })
  .refine(({ kind, bank_account: account }) => kind !== 'special' || account !== undefined, { path: ['bank_account'] })

export const invoices = endpoints(addresses.invoices, {
  /** Newest first unless sorted. Drafts have no due date and come after every one. Only credit accounts have invoices; the list is empty for others. */
  list: {
    query: z.strictObject({
      ...Page,
      status: whole.pipe(z.enum(InvoiceStatus)).optional(),
      from: Month.optional(),
      to: Month.optional(),
      overdue: z.enum(['true', 'false']).optional(),
      sort: sortBy(sortColumns.invoices, '-from'),
    }),
    reply: z.array(Invoice),
  },
  /** When the current month closes, and its amount so far: the drawn credit that neither an invoice nor a draft has. */
  next: { reply: z.object({ on: z.iso.date(), drawn: Decimal }) },
  get: { params, reply: InvoiceDetail },
  pdf: { params, download: 'application/pdf', reply: BinaryFile },
  csv: { params, download: 'text/csv', reply: TextFile },
  /** The PDF of the credit note of a void invoice. */
  creditNote: { params, download: 'application/pdf', reply: BinaryFile },
  /**
   * Pays all or part of the outstanding amount: whole cents, or exactly all of it. `pm_id` charges a card of the
   * account; without it the customer pays on the channel's page. A declined card is refused as payment_failed with
   * `{decline}`, one of `declines`.
   */
  pay: {
    idempotent: true,
    params,
    body: z.strictObject({
      amount: Amount,
      channel: z.enum(invoiceChannels).exclude(['cash']),
      pm_id: PaymentMethodId.optional(),
    }),
    reply: InvoicePaid,
  },
  /** Sets the customer's purchase order number. An empty one removes it. */
  setPo: { params, body: z.strictObject({ po: oneLine(0, limits.poMax) }), reply: Invoice },
  /** Disputes a line once, and opens a ticket about it. Errors: `invoice_not_open`, `too_many_tickets`. */
  dispute: {
    idempotent: true,
    params,
    body: z.strictObject({ line: z.uuidv7(), reason: oneLine(limits.reason.min, limits.reason.max) }),
    reply: InvoiceDetail,
  },
  fapiao: { idempotent: true, params, body: FapiaoRequest, reply: Fapiao },
})

export const billing = endpoints(addresses.billing, {
  get: { reply: BillingProfile },
  save: {
    body: z.strictObject({
      legal_name: oneLine(0, 200),
      address: oneLine(0, 300),
      country: z.string().regex(/^([A-Z]{2})?$/),
      tax_id: oneLine(0, 40),
      emails: z.array(Email).max(limits.emails),
      po: oneLine(0, limits.poMax),
      language: z.enum(['en', 'zh-CN']),
    }),
    reply: BillingProfile,
  },
})

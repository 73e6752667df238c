import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { InvoiceId, PaymentMethodId, TopUpId } from '../../ids.ts'
import { invoice as limits } from '../../limits.ts'
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
import { Decimal } from '../account/account.ts'
import { addresses } from '../addresses.ts'
import { Page } from '../list-query.ts'
import { oneLine } from '../one-line.ts'

/** An invoice of a credit account: what a month of the account's zone left to pay (screens S7). */
export const Invoice = z.object({
  id: InvoiceId,
  /** Drawn when it is issued, without gaps in its partition; null while it is a draft. */
  number: z.string().nullable(),
  status: z.enum(InvoiceStatus),
  currency: z.enum(Currency),
  /** First and last day of its period, of the account's zone. */
  from: z.iso.date(),
  to: z.iso.date(),
  /** When it was issued, and until when it is to be paid; null while it is a draft. */
  issued_at: z.iso.datetime().nullable(),
  due_on: z.iso.date().nullable(),
  /** Days over since the due day; 0 where nothing is overdue. */
  overdue_days: z.number().int(),
  total: Decimal,
  paid: Decimal,
  /** Total less paid; zero of one that is void. */
  outstanding: Decimal,
  po: z.string().nullable(),
})
export type Invoice = z.infer<typeof Invoice>

/** Lines sum to the total: usage at its prices, less what funds paid for, and what else the house or a bank moved. */
const InvoiceLine = z.object({
  id: z.uuidv7(),
  kind: z.enum(invoiceLineKinds),
  amount: Decimal,
  /** Of usage alone. */
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
  /** What staff wrote on an adjustment. */
  text: z.string().nullable(),
  /** When its customer disputed it. */
  disputed_at: z.iso.datetime().nullable(),
})

/** A payment of an invoice; `channel` balance is out of the account's funds, cash a bank transfer. */
const InvoicePayment = z.object({
  at: z.iso.datetime(),
  channel: z.enum(invoiceChannels),
  amount: Decimal,
})

/** The kinds that a Chinese tax invoice has, and what it says of whom it is for. */
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
  /** Of the issued paper. */
  number: z.string().nullable(),
})
export type Fapiao = z.infer<typeof Fapiao>

export const InvoiceDetail = Invoice.extend({
  lines: z.array(InvoiceLine),
  payments: z.array(InvoicePayment),
  /** Null where none was asked for; only mainland accounts have any. */
  fapiao: Fapiao.nullable(),
  /** What to write on a bank transfer; null where nothing can be paid. */
  bank_reference: z.string().nullable(),
  /** How it can be paid now, in the order in which that is offered. */
  channels: z.array(z.enum(invoiceChannels)),
  /** What of the account's funds could go towards it now. */
  payable_from_balance: Decimal,
})
export type InvoiceDetail = z.infer<typeof InvoiceDetail>

/** Whom invoices are made out to. */
export const BillingProfile = z.object({
  legal_name: z.string(),
  address: z.string(),
  /** ISO 3166 alpha-2; empty until it is chosen. */
  country: z.string(),
  tax_id: z.string(),
  /** Who gets invoices and reminders; the account's own address where there are none. */
  emails: z.array(z.string()),
  po: z.string(),
  language: z.enum(['en', 'zh-CN']),
})
export type BillingProfile = z.infer<typeof BillingProfile>

/**
 * Done, or what to do so that it is: the address to open or the code to show, and the top-up to check. An id without an
 * action is a card's charge: where the invoice does not show it, its provider has not said yet what became of it.
 */
export const InvoicePaid = z.object({
  invoice: Invoice,
  id: TopUpId.nullable(),
  action: z.enum(topUpActions).nullable(),
  payload: z.string().nullable(),
})
export type InvoicePaid = z.infer<typeof InvoicePaid>

/** Exact, as a decimal string or a number: nobody pays another sum than they asked for. */
const Amount = z
  .union([z.string().max(32), z.number()])
  .transform((asked) => parseMicros(String(asked)))
  .refine((amount) => amount !== null)

const Email = z.string().trim().toLowerCase().max(limits.emailMax).pipe(z.email())
const whole = z.coerce.number()
const Month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
const params = z.strictObject({ id: InvoiceId })
const TextFile = z.object({ name: z.string(), content: z.string() })
/** Its content is base64. */
const BinaryFile = z.object({ name: z.string(), content: z.base64() })

/** Screens S7: 15 to 20 letters and digits; a special one also names the bank. */
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
  /** Newest first. Only credit accounts have any; for others there is nothing here. */
  list: {
    query: z.strictObject({
      ...Page,
      status: whole.pipe(z.enum(InvoiceStatus)).optional(),
      from: Month.optional(),
      to: Month.optional(),
      overdue: z.enum(['true', 'false']).optional(),
    }),
    reply: z.array(Invoice),
  },
  /** When the running month is closed, and what it has come to so far: what an account without an invoice is shown. */
  next: { reply: z.object({ on: z.iso.date(), drawn: Decimal }) },
  get: { params, reply: InvoiceDetail },
  pdf: { params, download: 'application/pdf', reply: BinaryFile },
  csv: { params, download: 'text/csv', reply: TextFile },
  /**
   * Pays all or a part of what is outstanding: whole cents, or exactly all of it. By card of the account with `pm_id`, else
   * on the channel's own page. A card that pays nothing is refused as payment_failed with `{decline}`, one of `declines`.
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
  /** The number of the customer's own order; an empty one takes it away. */
  setPo: { params, body: z.strictObject({ po: oneLine(0, limits.poMax) }), reply: Invoice },
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

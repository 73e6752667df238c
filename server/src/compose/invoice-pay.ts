import type { Region } from '@hongyan/contract/endpoints/lookup'
import { AccountStatus, Locale } from '@hongyan/contract/vocabulary/account'
import { askDueCharges, chargeRounds, heardOfInvoiceCharge } from '../features/finance/invoices/charge-ask.ts'
import type { ChargeDeps, InvoicesDeps, Paying } from '../features/finance/invoices/paying-deps.ts'
import { settleInvoicePayment } from '../features/finance/invoices/payments.ts'
import { invoiceFapiao } from '../features/finance/fapiao/invoice.ts'
import { countForInvoice, offeredTo, openForInvoice, reserveForInvoice } from '../payments/orders/create-order.ts'
import { channelsFor } from '../payments/channels.ts'
import { settleFact } from '../payments/settlement/settle.ts'
import type { TopUpDeps } from '../payments/deps.ts'
import type { Rounds } from '../kit/rounds.ts'
import type { CardEvent } from '../providers/payments/cards.ts'

export interface InvoicePayments {
  readonly deps: ChargeDeps
  /** Asks for every charge whose end nobody heard; the loop does so by itself. */
  readonly lookForLost: () => Promise<void>
  readonly heardOfCharge: (event: Extract<CardEvent, { readonly kind: 'charge' }>) => Promise<string>
  readonly loops: readonly Rounds[]
}

/** Money that came by a channel for an invoice pays it in the same transaction. */
export const forInvoice: TopUpDeps['forInvoice'] = async (tx, money) => {
  const { credited: entry, applied } = await settleInvoicePayment(tx, money)
  if (entry === null) throw new Error(`the money of top-up ${money.topUp} was not booked`)
  return { entry, applied }
}

/** How invoices are paid: by the way of all top-ups. */
export function invoicePayments(topUps: TopUpDeps, cards: ChargeDeps['cards']): InvoicePayments {
  const { db, clock, log } = topUps
  const pay: Paying = {
    isOpen: ({ status }) => status !== AccountStatus.AllPaymentBlocked,
    channels: (customer) => channelsFor(customer, topUps.channels),
    admit: (customer, channel) => void offeredTo(topUps, customer, channel),
    open: (account, order) => openForInvoice(topUps, account, order),
    count: (tx, account) => countForInvoice(tx, topUps, account),
    reserve: (tx, account, order) => reserveForInvoice(tx, topUps, account, order),
    credit: (order, { id, ...paid }) => settleFact(topUps, order, { id, update: { kind: 'paid', ...paid } }),
  }
  const deps: ChargeDeps = { db, clock, log, cards, pay }
  return {
    deps,
    lookForLost: () => askDueCharges(deps),
    heardOfCharge: (event) => heardOfInvoiceCharge(deps, event),
    loops: [chargeRounds(deps)],
  }
}

/** What the console's calls about invoices need. */
export const consoleInvoices = (
  deps: ChargeDeps,
  { regions, ...parts }: Pick<InvoicesDeps, 'papers' | 'sandbox'> & { readonly regions: readonly Region[] },
): InvoicesDeps => {
  const names = new Map(regions.map((region) => [region.iso2, region]))
  const countryName: InvoicesDeps['countryName'] = (iso2, locale) =>
    names.get(iso2)?.[locale === Locale.SimplifiedChinese ? 'zh' : 'en'] ?? iso2
  return { ...deps, ...parts, countryName, fapiao: invoiceFapiao(deps) }
}

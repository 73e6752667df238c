import type { invoices, InvoicePaid } from '@hongyan/contract/endpoints/finance/invoices'
import type { AccountId, InvoiceId } from '@hongyan/contract/ids'
import { Locale } from '@hongyan/contract/vocabulary/account'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../src/db/schema.ts'
import { invoiceFapiao } from '../src/features/finance/fapiao/invoice.ts'
import { countryNames } from '../src/features/finance/invoices/country-names.ts'
import { payInvoice } from '../src/features/finance/invoices/paying.ts'
import { drawInTurn } from '../src/kit/pdf/draw-in-worker.ts'
import { pollDueCharges } from '../src/payments/charges/due-charges.ts'
import type { CardProvider } from '../src/providers/payments/cards.ts'
import type { World } from './world.ts'

/** Pays invoices with a card provider that the test chooses. Its loop does not run. */
export interface InvoicePayer {
  readonly pay: (
    account: AccountId,
    invoice: InvoiceId,
    body: z.output<typeof invoices.pay.body>,
    key?: string,
  ) => Promise<InvoicePaid>
  /** Polls every charge without a known outcome that is due. */
  readonly pollDueCharges: () => Promise<void>
}

export function newInvoicePayer({ payments }: World, provider: CardProvider, db: Kysely<Schema>): InvoicePayer {
  const offered = { channel: 'stripe', test: true, takes: 'numbers', provider: async () => provider } as const
  const engine = { ...payments.engine, db, cards: { us: offered, cn: offered } }
  const pdf = { renderPdf: drawInTurn(), sandbox: true, countryName: countryNames([]) }
  const deps = { ...engine, ...pdf, fapiao: invoiceFapiao(engine) }
  return {
    pay: (account, invoice, body, key) =>
      payInvoice(deps, account, invoice, body, { locale: Locale.English, key: key ?? null }),
    pollDueCharges: () => pollDueCharges(engine),
  }
}

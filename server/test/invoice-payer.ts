import type { invoices, InvoicePaid } from '@hongyan/contract/endpoints/finance/invoices'
import type { AccountId, InvoiceId } from '@hongyan/contract/ids'
import { Locale } from '@hongyan/contract/vocabulary/account'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../src/db/schema.ts'
import { ticketsOf } from '../src/compose/tickets.ts'
import { invoiceFapiao } from '../src/features/finance/fapiao/invoice.ts'
import { countryNames } from '../src/features/finance/invoices/country-names.ts'
import type { InvoicesDeps } from '../src/features/finance/invoices/deps.ts'
import { payInvoice } from '../src/features/finance/invoices/paying.ts'
import { openTicketWithin } from '../src/features/support/tickets/open.ts'
import { txOf } from '../src/db/tx.ts'
import { answerOnce, type CallKey, noKey } from '../src/limits/answers.ts'
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
  /** Ends the time of every call without a response, as a minute does whose process died. */
  readonly endLeases: () => Promise<void>
  /** Polls every charge without a known outcome that is due. */
  readonly pollDueCharges: () => Promise<void>
}

export function newInvoicePayer(world: World, provider: CardProvider, db: Kysely<Schema>): InvoicePayer {
  const { payments, pool, secrets } = world
  const offered = { channel: 'stripe', test: true, takes: 'numbers', provider: async () => provider } as const
  const engine = { ...payments.engine, db, cards: { us: offered, cn: offered } }
  const pdf = { renderPdf: drawInTurn(), sandbox: true, sellers: { us: null, cn: null }, countryName: countryNames([]) }
  const deps: InvoicesDeps = {
    ...engine,
    ...pdf,
    fapiao: invoiceFapiao(engine),
    openTicket: (tx, account, ticket) => openTicketWithin(tx, ticketsOf(world), account, ticket),
  }
  return {
    async pay(account, invoice, body, key) {
      const pay = (running: CallKey) =>
        payInvoice(deps, account, invoice, body, { locale: Locale.English, key: running })
      if (key === undefined) return pay(noKey)
      const call = { account, path: `pay ${invoice}`, key, bodyHash: Buffer.from(body.channel) }
      const { answer } = await answerOnce({ db: txOf(db), secrets }, call, pay)
      return answer as InvoicePaid // the response of this call, or of the call that it repeats
    },
    endLeases: async () => void (await pool.query('update console_answer set runs_until = now()')),
    pollDueCharges: () => pollDueCharges(engine),
  }
}

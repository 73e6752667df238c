import type { Fapiao } from '@hongyan/contract/endpoints/finance/invoices'
import type { AccountId, InvoiceId } from '@hongyan/contract/ids'
import { type FapiaoDeps, requestFapiao } from './request.ts'
import { type FapiaoDetails, presentFapiao, readFapiao } from './store.ts'
import { invoiceSubject } from './subject.ts'

/** The tax invoice functions for the calls of invoices. */
export const invoiceFapiao = (deps: FapiaoDeps) => ({
  async read(account: AccountId, invoice: InvoiceId): Promise<Fapiao | null> {
    const row = await readFapiao(deps.db, { account, id: invoice })
    return row && presentFapiao(row, (await invoiceSubject(deps.db, account, invoice)).amount)
  },
  request: async (account: AccountId, invoice: InvoiceId, details: FapiaoDetails): Promise<Fapiao> =>
    requestFapiao(deps, await invoiceSubject(deps.db, account, invoice), details),
})

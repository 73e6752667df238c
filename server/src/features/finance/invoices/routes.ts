import { invoices } from '@hongyan/contract/endpoints/finance/invoices'
import { implement, type Route } from '../../../http/implement.ts'
import { invoiceAuditState } from './audit.ts'
import { requestFapiao, setPo } from './changing.ts'
import { payInvoice } from './paying.ts'
import type { InvoicesDeps } from './deps.ts'
import { disputeLine } from './dispute.ts'
import { getInvoice, listInvoices, nextInvoice } from './reading.ts'
import { creditNotePdf, invoiceCsv, invoicePdf } from './pdf.ts'

/** The console's routes of invoices. `audit` names the state that the audit entry of each write compares. */
export const invoiceRoutes = (deps: InvoicesDeps): readonly Route[] =>
  implement(
    invoices,
    {
      list: async ({ caller, query, total }) => {
        const page = await listInvoices(deps, caller.account, query)
        total(page.total)
        return page.rows
      },
      next: ({ caller }) => nextInvoice(deps, caller.account),
      get: ({ caller, params }) => getInvoice(deps, caller.account, params.id),
      pdf: ({ caller, params, locale }) => invoicePdf(deps, caller.account, params.id, locale),
      csv: ({ caller, params, locale }) => invoiceCsv(deps, caller.account, params.id, locale),
      creditNote: ({ caller, params, locale }) => creditNotePdf(deps, caller.account, params.id, locale),
      pay: ({ caller, params, body, locale, key }) =>
        payInvoice(deps, caller.account, params.id, body, { locale, key }),
      setPo: ({ caller, params, body }) => setPo(deps, caller.account, params.id, body.po),
      dispute: ({ caller, params, body, locale }) => disputeLine(deps, caller.account, params.id, body, locale),
      fapiao: ({ caller, params, body }) => requestFapiao(deps, caller.account, params.id, body),
    },
    {
      audit: {
        pay: invoiceAuditState,
        setPo: invoiceAuditState,
        dispute: invoiceAuditState,
        fapiao: invoiceAuditState,
      },
    },
  )

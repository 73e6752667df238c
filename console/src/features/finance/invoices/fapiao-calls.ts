import type { InvoiceDetail } from '@hongyan/contract/endpoints/finance/invoices'
import { decimalOf, micros } from '@hongyan/contract/money'
import { api } from '../../../api/api.ts'
import type { FapiaoCalls } from '../../../shell/fapiao/calls.ts'
import { known } from './money.ts'
import { reloadInvoices } from './queries.ts'

/** The part paid by funds is excluded: it has the tax invoices of its charges. */
function amountOf({ total, payments }: InvoiceDetail): string {
  const funds = payments.filter(({ channel }) => channel === 'balance').map(({ amount }) => known(amount))
  return decimalOf(micros(funds.reduce((left, paid) => left - paid, BigInt(known(total)))))
}

/** The calls for the tax invoice of an invoice. Its state is part of the invoice. */
export const fapiaoCalls = (detail: InvoiceDetail): FapiaoCalls => {
  const { id, fapiao } = detail
  return {
    key: ['fapiao', id, fapiao],
    offer: async () => ({ fapiao, amount: fapiao?.amount ?? amountOf(detail), last: fapiao }),
    request: async (body) => {
      const kept = await api.invoices.fapiao({ params: { id }, body })
      await reloadInvoices()
      return kept
    },
  }
}

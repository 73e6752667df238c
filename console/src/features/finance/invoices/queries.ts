import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { Invoice, InvoiceDetail } from '@hongyan/contract/endpoints/finance/invoices'
import { list as limits } from '@hongyan/contract/limits/screens'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { locate } from '../../../api/call.ts'
import { queryClient } from '../../../api/query-client.ts'
import { reloadAccount } from '../../../api/reload-account.ts'
import { type List, useList } from '../../../api/use-list.ts'
import { ApiError } from '../../../lib/api-error.ts'
import type { InvoiceFilter, InvoiceSort } from './filter.ts'

const { list, get, next, pdf, csv, creditNote } = addresses.invoices

export const useInvoices = ({ overdue, ...filter }: InvoiceFilter, sort: InvoiceSort): List<Invoice> =>
  useList({
    key: [list, filter, overdue, sort],
    offset: 0,
    page: (offset, signal) =>
      api.invoices.list.counted(
        { query: { ...filter, ...(overdue && { overdue: 'true' as const }), sort, limit: limits.limit, offset } },
        signal,
      ),
  })

/** When the current month becomes an invoice, and its amount so far; undefined until loaded. */
export const useNext = () => useQuery({ queryKey: [next], queryFn: ({ signal }) => api.invoices.next({}, signal) }).data

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** An invoice in full; null when there is none. */
export function useInvoice(id: string) {
  const { data, error, refetch } = useQuery<InvoiceDetail | null>({
    queryKey: [get, id],
    queryFn: ({ signal }) =>
      api.invoices.get({ params: { id } }, signal).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      }),
  })
  return { detail: data, error: data ? null : error, retry: () => void refetch() }
}

/** Stores an invoice that a call returned, for all its views. */
export const keepDetail = (detail: InvoiceDetail): void => {
  queryClient.setQueryData([get, detail.id], detail)
}

/** Reloads all invoices and the account, whose credit they change. */
export async function reloadInvoices(): Promise<void> {
  const shown = [list, get, next, addresses.transactions.list]
  await Promise.all([
    ...shown.map((address) => queryClient.invalidateQueries({ queryKey: [address] })),
    reloadAccount(queryClient),
  ])
}

/** The addresses of the files. */
export const files = {
  pdf: (id: string): string => locate(pdf, { params: { id } })[1],
  csv: (id: string): string => locate(csv, { params: { id } })[1],
  creditNote: (id: string): string => locate(creditNote, { params: { id } })[1],
} as const

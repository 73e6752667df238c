import { SECOND } from '@hongyan/contract/durations'
import { addresses } from '@hongyan/contract/endpoints/addresses'
import type {
  Transaction,
  TransactionDetail,
  TransactionSummary,
} from '@hongyan/contract/endpoints/finance/transactions'
import { list as limits } from '@hongyan/contract/limits/screens'
import { TransactionStatus } from '@hongyan/contract/vocabulary/payment'
import type { Sort } from '@hongyan/contract/vocabulary/sorting'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { locate } from '../../../api/call.ts'
import { queryClient } from '../../../api/query-client.ts'
import { type List, useList } from '../../../api/use-list.ts'
import { ApiError } from '../../../lib/api-error.ts'
import type { Range } from '../../../ui/list/range.ts'
import { listQuery, readId, type TransactionFilter } from './filter.ts'

const { list, get, summary, statementCsv, statementPdf, receipt } = addresses.transactions

/** The pause between two looks for the end of a refund. */
const LOOK_MILLIS = 5 * SECOND

const isRefundUnderWay = ({ status, description: { kind } }: Transaction): boolean =>
  kind === 'refund' && status === TransactionStatus.Pending

export const useTransactions = (filter: TransactionFilter, sort: Sort<'at'>): List<Transaction> =>
  useList({
    key: [list, filter, sort],
    offset: 0,
    page: (offset, signal) =>
      api.transactions.list.counted({ query: { ...listQuery(filter), sort, limit: limits.limit, offset } }, signal),
    every: (rows) => rows.some(isRefundUnderWay) && LOOK_MILLIS,
  })

export interface Summary {
  readonly totals: TransactionSummary | undefined
  readonly failed: boolean
}

/** The totals of a range. Empty while another range loads, since old totals would be wrong. */
export function useSummary({ from, to }: Range): Summary {
  const { data: totals, isError: failed } = useQuery({
    queryKey: [summary, { from, to }],
    queryFn: ({ signal }) => api.transactions.summary({ query: { from, to } }, signal),
  })
  return { totals, failed: failed && totals === undefined }
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** A transaction in full; null when there is none. Until it is loaded, the row of the list. */
export function useTransaction(id: string, row: Transaction | undefined) {
  const known = readId(id)
  const { data, error, refetch } = useQuery<TransactionDetail | null>({
    queryKey: [get, known],
    queryFn:
      known === null
        ? skipToken
        : ({ signal }) =>
            api.transactions.get({ params: { id: known } }, signal).catch((error: unknown) => {
              if (isMissing(error)) return null
              throw error
            }),
    refetchInterval: ({ state }) => (state.data && isRefundUnderWay(state.data) ? LOOK_MILLIS : false),
  })
  const detail = known === null ? null : data
  return { line: detail === undefined ? row : detail, detail, error: data ? null : error, retry: () => void refetch() }
}

/** Reloads all transactions, and the invoices that they may have paid. */
export async function reloadTransactions(): Promise<void> {
  const { list: invoices, get: invoice } = addresses.invoices
  await Promise.all(
    [list, get, summary, invoices, invoice].map((address) => queryClient.invalidateQueries({ queryKey: [address] })),
  )
}

/** The addresses of the files. */
export const files = {
  statementPdf: (month: string): string => locate(statementPdf, { query: { month } })[1],
  statementCsv: (month: string): string => locate(statementCsv, { query: { month } })[1],
  receipt: (id: string): string => locate(receipt, { params: { id } })[1],
} as const

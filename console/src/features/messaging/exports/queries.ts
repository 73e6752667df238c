import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { Export } from '@hongyan/contract/endpoints/messaging/exports'
import type { ExportId } from '@hongyan/contract/ids'
import { list as limits } from '@hongyan/contract/limits/screens'
import type { ExportKind } from '@hongyan/contract/vocabulary/export'
import { ExportJobStatus } from '@hongyan/contract/vocabulary/job'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { queryClient } from '../../../api/query-client.ts'
import { type List, useList } from '../../../api/use-list.ts'
import type { ExportFilter } from './search.ts'

const { list, estimate } = addresses.exports

/** Milliseconds between two looks at an export that is not finished. */
const LOOK_MILLIS = 2_000

export const reloadExports = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [list] })

export const isOpen = ({ status }: Export): boolean =>
  status === ExportJobStatus.Queued || status === ExportJobStatus.Pending

/** The account's exports, newest first. It looks again while one of them waits or runs. */
export const useExports = (filter: ExportFilter): List<Export> =>
  useList({
    key: [list, filter],
    offset: 0,
    page: (offset, signal) => api.exports.list.counted({ query: { ...filter, limit: limits.limit, offset } }, signal),
    every: (rows) => rows.some(isOpen) && LOOK_MILLIS,
  })

export interface Choice {
  readonly kind: ExportKind
  readonly from: string
  readonly to: string
  readonly filters: Readonly<Record<string, string>>
}

/** The number of rows that an export would have; null while it is unknown. */
export function useEstimate(choice: Choice | null) {
  const { data, error } = useQuery({
    queryKey: [estimate, choice],
    queryFn: choice === null ? skipToken : ({ signal }) => api.exports.estimate({ body: choice }, signal),
    retry: false,
  })
  return { rows: data ?? null, error }
}

/** The address of an export's file. */
export const fileOf = (id: ExportId): string => `/api/sms/exports/${id}/download`

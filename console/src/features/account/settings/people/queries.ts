import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { Erasure } from '@hongyan/contract/endpoints/messaging/people'
import { list as limits } from '@hongyan/contract/limits/screens'
import { api } from '../../../../api/api.ts'
import { queryClient } from '../../../../api/query-client.ts'
import { type List, useList } from '../../../../api/use-list.ts'

const key = [addresses.people.erasures]

export const reloadErasures = (): Promise<void> => queryClient.invalidateQueries({ queryKey: key })

const LOOK_MILLIS = 5_000

/** The account's erasures, newest first. It looks again while one of them runs. */
export const useErasures = (): List<Erasure> =>
  useList({
    key,
    offset: 0,
    page: (offset, signal) => api.people.erasures.counted({ query: { limit: limits.limit, offset } }, signal),
    every: (rows) => rows.some(({ finished_at: at }) => at === null) && LOOK_MILLIS,
  })

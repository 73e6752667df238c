import { SECOND } from '@hongyan/contract/durations'
import type { Progress } from '@hongyan/contract/endpoints/account/account'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { firstApi } from '../../api/first-api.ts'

/** Milliseconds for which the page uses the progress that its route loaded, instead of loading it again. */
const FRESH = 2 * SECOND

export const progressQuery = queryOptions({
  queryKey: [firstApi.account.progress.address],
  queryFn: ({ signal }) => firstApi.account.progress({}, signal),
  staleTime: FRESH,
})

/** An account is on its first run until it has sent a message. Unknown counts as no. */
export const isFirstRun = (progress: Progress | undefined): progress is Progress => progress?.sent === false

/** The progress of an account on its first run; null for all others. */
export function useFirstRun(): Progress | null {
  const { data } = useQuery(progressQuery)
  return isFirstRun(data) ? data : null
}

import type { Progress } from '@hongyan/contract/endpoints/account/account'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { firstApi } from '../../api/first-api.ts'

/** Who comes to the page has just asked, so the page itself need not. */
const FRESH = 2_000

export const progressQuery = queryOptions({
  queryKey: [firstApi.account.progress.address],
  queryFn: ({ signal }) => firstApi.account.progress({}, signal),
  staleTime: FRESH,
})

/** An account is on its first run until it has sent a message. What cannot be told is not shown. */
export const isFirstRun = (progress: Progress | undefined): progress is Progress => progress?.sent === false

/** The steps of an account on its first run; null for everybody else. */
export function useFirstRun(): Progress | null {
  const { data } = useQuery(progressQuery)
  return isFirstRun(data) ? data : null
}

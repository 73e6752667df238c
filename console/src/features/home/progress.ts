import type { Progress } from '@hongyan/contract/endpoints/account/account'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { firstApi } from '../../api/first-api.ts'
import { LOADED_FOR } from '../../api/loaded-for.ts'

export const progressQuery = queryOptions({
  queryKey: [firstApi.account.progress.address],
  queryFn: ({ signal }) => firstApi.account.progress({}, signal),
  staleTime: LOADED_FOR,
})

/** An account is on its first run until it has sent a message. Unknown counts as no. */
export const isFirstRun = (progress: Progress | undefined): progress is Progress => progress?.sent === false

export interface FirstRun {
  readonly isFirstRun: boolean
  /** The progress of an account whose first run began or still lasts on this page; null for all others. */
  readonly progress: Progress | null
}

/** The first run of an account. The page shows its steps on, so that the delivery of the first message is seen. */
export function useFirstRun(): FirstRun {
  const { data } = useQuery(progressQuery)
  const [began, setBegan] = useState(false)
  const lasts = isFirstRun(data)
  if (lasts && !began) setBegan(true)
  return { isFirstRun: lasts, progress: (lasts || began) && data !== undefined ? data : null }
}

import { addresses } from '@hongyan/contract/endpoints/addresses'
import { support as limits } from '@hongyan/contract/limits/support'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../api/api.ts'

/** The status of the network, read again as often as it is counted while the page is visible. */
export function useStatus() {
  const { data, error, refetch } = useQuery({
    queryKey: [addresses.supportStatus.get],
    queryFn: ({ signal }) => api.supportStatus.get({}, signal),
    refetchInterval: limits.statusEvery,
  })
  return { status: data, error: data ? null : error, retry: () => void refetch() }
}

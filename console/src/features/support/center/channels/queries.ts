import { MINUTE } from '@hongyan/contract/durations'
import { addresses } from '@hongyan/contract/endpoints/addresses'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../api/api.ts'

/** Often enough that an opening or closing shows soon. */
const EVERY = MINUTE

/** The channels of support in the order for the current language, its hours, and its usual reply time. */
export function useContacts() {
  const { data, error, refetch } = useQuery({
    queryKey: [addresses.supportContacts.list],
    queryFn: ({ signal }) => api.supportContacts.list({}, signal),
    refetchInterval: EVERY,
  })
  return { contacts: data, error: data ? null : error, retry: () => void refetch() }
}

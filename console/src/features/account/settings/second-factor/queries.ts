import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../../api/api.ts'
import { LOADED_FOR } from '../../../../api/loaded-for.ts'
import { queryClient } from '../../../../api/query-client.ts'

export const securityQuery = queryOptions({
  queryKey: [api.security.get.address],
  queryFn: ({ signal }) => api.security.get({}, signal),
  staleTime: LOADED_FOR,
})

export const reloadSecurity = (): Promise<void> => queryClient.invalidateQueries(securityQuery)

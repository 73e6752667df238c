import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../../api/api.ts'
import { queryClient } from '../../../../api/query-client.ts'

export const securityQuery = queryOptions({
  queryKey: [api.security.get.address],
  queryFn: ({ signal }) => api.security.get({}, signal),
})

export const reloadSecurity = (): Promise<void> => queryClient.invalidateQueries(securityQuery)

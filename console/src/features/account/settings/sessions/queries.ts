import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../../api/api.ts'

export const sessionsQuery = queryOptions({
  queryKey: [api.sessions.list.address],
  queryFn: ({ signal }) => api.sessions.list({}, signal),
})

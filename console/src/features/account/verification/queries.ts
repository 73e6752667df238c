import type { Verification } from '@hongyan/contract/endpoints/account/verification'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { LOADED_FOR } from '../../../api/loaded-for.ts'
import { queryClient } from '../../../api/query-client.ts'

export const verificationQuery = queryOptions({
  queryKey: [api.verification.get.address],
  queryFn: ({ signal }) => api.verification.get({}, signal),
  staleTime: LOADED_FOR,
})

export const storeVerification = (verification: Verification): void =>
  void queryClient.setQueryData(verificationQuery.queryKey, verification)

import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api-error.ts'
import { showError } from '../ui/show-error.ts'

/** Retries a network failure once, never an error response. */
const retry = (failures: number, error: Error): boolean => !(error instanceof ApiError) && failures < 1

/** The reload of a returning tab has its own rules (ruling 19), so the library's are off. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: showError }),
  defaultOptions: { queries: { refetchOnWindowFocus: false, retry } },
})

import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api-error.ts'
import { showError } from '../ui/show-error.ts'

/** Only a network that failed is asked once more; the server's no is an answer. */
const retry = (failures: number, error: Error): boolean => !(error instanceof ApiError) && failures < 1

/** Reloading when a tab comes back has rules of its own (ruling 19), so the library's are off. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: showError }),
  defaultOptions: { queries: { refetchOnWindowFocus: false, retry } },
})

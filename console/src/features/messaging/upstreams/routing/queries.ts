import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { Routing, SimulatedMessage, Simulation } from '@hongyan/contract/endpoints/messaging/routing'
import { list as limits } from '@hongyan/contract/limits/screens'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../../api/api.ts'
import { queryClient } from '../../../../api/query-client.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import { storedRecord } from '../../../../lib/stored-record.ts'
import type { Rules } from './draft.ts'

const { get, history, simulate } = addresses.routing
const all = { limit: limits.maxLimit, offset: 0 }

export function useRouting() {
  const { data, error, refetch } = useQuery({
    queryKey: [get],
    queryFn: ({ signal }) => api.routing.get({}, signal),
  })
  return { routing: data, error: data ? null : error, retry: () => void refetch() }
}

/** Shows the routing that a call replied with. */
export function keepRouting(routing: Routing): void {
  queryClient.setQueryData([get], routing)
  void queryClient.invalidateQueries({ queryKey: [history] })
}

/** Shows the reply of a change, or the current routing where the change was made from an older version. */
export async function kept(changing: Promise<Routing>): Promise<Routing> {
  try {
    const reply = await changing
    keepRouting(reply)
    return reply
  } catch (error) {
    const current = storedRecord(error) as Routing | null // the contract's details of a stale version
    if (current !== null) keepRouting(current)
    throw error
  }
}

/** The routing as last loaded or replied with. */
export const keptRouting = (): Routing | undefined => queryClient.getQueryData([get])

/** The rules of the draft, else those in force. */
export const rulesOf = ({ rules, draft }: Routing): Rules => draft?.rules ?? rules

/** Every version that was in force, the newest first. */
export function useHistory() {
  const { data, error, refetch } = useQuery({
    queryKey: [history],
    queryFn: ({ signal }) => api.routing.history({}, signal),
  })
  return { versions: data, error: data ? null : error, retry: () => void refetch() }
}

/** The account's sender IDs, of which there are at most 100, once they are wanted. */
export const useSenders = (isWanted: boolean) =>
  useQuery({
    queryKey: [addresses.signatures.list, 'of rules'],
    queryFn: ({ signal }) => api.signatures.list({ query: all }, signal),
    enabled: isWanted,
  })

/** The account's newest 100 templates, once they are wanted. */
export const useTemplates = (isWanted: boolean) =>
  useQuery({
    queryKey: [addresses.templates.list, 'of rules'],
    queryFn: ({ signal }) => api.templates.list({ query: all }, signal),
    enabled: isWanted,
  })

export const usePublicTemplates = (isWanted: boolean) =>
  useQuery({
    queryKey: [addresses.publicTemplates.list],
    queryFn: ({ signal }) => api.publicTemplates.list({}, signal),
    staleTime: Infinity,
    enabled: isWanted,
  })

/** The account's newest 100 credentials, once they are wanted. */
export const useCredentials = (isWanted: boolean) =>
  useQuery({
    queryKey: [addresses.credentials.list, 'of rules'],
    queryFn: ({ signal }) => api.credentials.list({ query: all }, signal),
    enabled: isWanted,
  })

/** Notes that the draft was simulated now, as the server does. */
function markSimulated(): void {
  const routing = keptRouting()
  if (!routing?.draft) return
  const draft = { ...routing.draft, simulated_at: new Date().toISOString() }
  queryClient.setQueryData<Routing>([get], { ...routing, draft })
}

interface SimulationReply {
  readonly simulation: Simulation | null
  /** The server's sentence about a wrong number. */
  readonly problem: string | null
}

/** Simulates a message with the stored draft, again after each save of it; null simulates nothing. */
export function useSimulation(message: SimulatedMessage | null, version: number) {
  const { data, isPlaceholderData } = useQuery<SimulationReply>({
    queryKey: [simulate, version, message],
    queryFn:
      message === null
        ? skipToken
        : async ({ signal }) => {
            try {
              const simulation = await api.routing.simulate({ body: message }, signal)
              markSimulated()
              return { simulation, problem: null }
            } catch (error) {
              if (!(error instanceof ApiError) || error.field !== 'to') throw error
              return { simulation: null, problem: error.message }
            }
          },
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const reply = message === null ? undefined : data
  return { simulation: reply?.simulation ?? null, problem: reply?.problem ?? null, refreshing: isPlaceholderData }
}

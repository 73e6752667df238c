import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { UpstreamMapping } from '@hongyan/contract/endpoints/messaging/upstreams'
import { publicTemplates } from '@hongyan/contract/senders/public-templates'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../../api/api.ts'

const namesOf = (variables: readonly { readonly name: string }[]): readonly string[] =>
  variables.map(({ name }) => name)

/** The stored order without the variables that the template lost, and the new ones behind it. */
export const inOrder = (stored: readonly string[], current: readonly string[]): readonly string[] => [
  ...stored.filter((name) => current.includes(name)),
  ...current.filter((name) => !stored.includes(name)),
]

/** The variables of a mapping's template, in the stored order; undefined until they are loaded. */
export function useVariables({ kind, local, variables: stored }: UpstreamMapping): readonly string[] | undefined {
  const shared = publicTemplates.find(({ id }) => id === local)
  const isLoaded = kind === 'template' && shared === undefined
  const { data, isError } = useQuery({
    queryKey: [addresses.templates.get, local],
    queryFn: isLoaded ? ({ signal }) => api.templates.get({ params: { id: local } }, signal) : skipToken,
  })
  if (kind === 'signature') return []
  if (shared) return inOrder(stored, namesOf(shared.variables))
  // A template that was deleted keeps the order that is stored.
  if (!isLoaded || isError) return stored
  return data && inOrder(stored, namesOf(data.variables))
}

import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { Template, TemplateDetail } from '@hongyan/contract/endpoints/messaging/templates'
import type { TemplateId } from '@hongyan/contract/ids'
import { list as limits } from '@hongyan/contract/limits/screens'
import { Partition } from '@hongyan/contract/vocabulary/account'
import type { MessageScene } from '@hongyan/contract/vocabulary/message'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useAccount } from '../../../api/account.ts'
import { api } from '../../../api/api.ts'
import { queryClient } from '../../../api/query-client.ts'
import { type List, useList } from '../../../api/use-list.ts'
import { ApiError } from '../../../lib/api-error.ts'
import type { TemplateFilter, TemplateSort } from './filter.ts'

const { list, get, versions } = addresses.templates

export const useTemplates = ({ signature, ...filter }: TemplateFilter, sort: TemplateSort): List<Template> =>
  useList({
    key: [list, filter, signature, sort],
    offset: 0,
    page: (offset, signal) =>
      api.templates.list.counted(
        {
          query: {
            ...filter,
            ...(signature !== undefined && { signature }),
            sort,
            limit: limits.limit,
            offset,
          },
        },
        signal,
      ),
  })

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** A template with its timeline; null when there is none. */
export function useTemplate(id: string | undefined) {
  const { data, error, refetch } = useQuery<TemplateDetail | null>({
    queryKey: [get, id],
    queryFn:
      id === undefined
        ? skipToken
        : ({ signal }) =>
            api.templates.get({ params: { id } }, signal).catch((error: unknown) => {
              if (isMissing(error)) return null
              throw error
            }),
  })
  return { detail: data, error: data ? null : error, retry: () => void refetch() }
}

/** Every version of a template, newest first; undefined until loaded. */
export const useVersions = (id: TemplateId) =>
  useQuery({
    queryKey: [versions, id],
    queryFn: ({ signal }) => api.templates.versions({ params: { id } }, signal),
  }).data

export const usePublicTemplates = (enabled = true) =>
  useQuery({
    queryKey: [addresses.publicTemplates.list],
    queryFn: enabled ? ({ signal }) => api.publicTemplates.list({}, signal) : skipToken,
    staleTime: Infinity,
  })

/** Stores a template that a call returned, and reloads the lists. */
export async function keepTemplate(detail: TemplateDetail): Promise<void> {
  queryClient.setQueryData([get, detail.id], detail)
  await Promise.all([list, versions].map((address) => queryClient.invalidateQueries({ queryKey: [address] })))
}

/** Reloads all templates on screen. */
export async function reloadTemplates(): Promise<void> {
  await Promise.all([list, get, versions].map((address) => queryClient.invalidateQueries({ queryKey: [address] })))
}

const bySender = [addresses.signatures.list, 'of templates'] as const

/** The account's sender IDs of every region, of which there are at most 100; undefined until loaded. */
export const useAllSenders = () =>
  useQuery({
    queryKey: bySender,
    queryFn: ({ signal }) => api.signatures.list({ query: { limit: limits.maxLimit, offset: 0 } }, signal),
  }).data

/** The account's sender IDs of its own region; undefined until loaded. */
export function useSenders() {
  const { partition } = useAccount()
  const region = partition === Partition.Cn ? 'cn' : 'intl'
  return useAllSenders()?.filter(({ regions }) => regions.includes(region))
}

export type Sender = NonNullable<ReturnType<typeof useSenders>>[number]

export const isUsable = ({ status }: Pick<Sender, 'status'>): boolean =>
  status === ReviewStatus.Approved || status === ReviewStatus.PreApproved

/** The opt-out line that messages of a scene to mainland China end with; empty where none is in force. */
export function useOptOutLine(scene: MessageScene): string {
  const isMainland = useAccount().partition === Partition.Cn
  const { data } = useQuery({
    queryKey: [addresses.senderRules.list, 'CN'],
    queryFn: isMainland ? ({ signal }) => api.senderRules.list({ query: { country: 'CN' } }, signal) : skipToken,
  })
  return data?.[0]?.opt_out.find((line) => line.scene === scene)?.line ?? ''
}

/** A country's rule with what its recipients see; null for a country without a rule, undefined until loaded. */
export function useSenderRule(country: string, name: string | null) {
  const { data } = useQuery({
    queryKey: [addresses.senderRules.list, country, name],
    queryFn: ({ signal }) =>
      api.senderRules.list({ query: { country, ...(name !== null && { signature: name }) } }, signal),
    placeholderData: keepPreviousData,
  })
  return data && (data[0] ?? null)
}

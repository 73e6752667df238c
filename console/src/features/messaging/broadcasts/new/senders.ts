import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { Account } from '@hongyan/contract/endpoints/account/account'
import type { PublicTemplate, Template } from '@hongyan/contract/endpoints/messaging/templates'
import { list as limits } from '@hongyan/contract/limits/screens'
import { Partition } from '@hongyan/contract/vocabulary/account'
import type { BroadcastScene } from '@hongyan/contract/vocabulary/broadcast'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useAccount } from '../../../../api/account.ts'
import { api } from '../../../../api/api.ts'
import { orNull } from './queries.ts'

/** A template that a broadcast may use, as its messages use it. */
export interface UsableTemplate {
  /** The id, or the code of a public one. */
  readonly id: string
  readonly name: string
  /** Null for a public one, which has none. */
  readonly version: number | null
  readonly scene: BroadcastScene
  readonly language: string
  readonly content: string
  readonly variables: readonly { readonly name: string; readonly sample: string }[]
  /** The only sender ID that may carry it; null for any. */
  readonly signature: { readonly id: string; readonly name: string } | null
}

/** True where the account may send text without a template (ruling 39). */
export function mayWrite({ partition, config }: Pick<Account, 'partition' | 'config'>): boolean {
  const { sms_wildcard: wildcard } = config
  if (partition !== Partition.Cn || wildcard === true) return true
  return Array.isArray(wildcard) && wildcard.includes('template')
}

/** The approved sender IDs of the account's own region; undefined until loaded. */
export function useApprovedSenders() {
  const region = useAccount().partition === Partition.Cn ? 'cn' : 'intl'
  const { data } = useQuery({
    queryKey: [addresses.signatures.list, 'of broadcasts'],
    queryFn: ({ signal }) =>
      api.signatures.list({ query: { status: ReviewStatus.Approved, limit: limits.maxLimit, offset: 0 } }, signal),
  })
  return data?.filter(({ regions }) => regions.includes(region))
}

/** A broadcast never carries a code. */
const sceneOf = (scene: MessageScene): BroadcastScene | null => (scene === MessageScene.Verification ? null : scene)

function ownOf(template: Pick<Template, 'id' | 'serving'> & Omit<UsableTemplate, 'id' | 'scene'>, scene: MessageScene) {
  const { id, serving, name, language, content, variables, signature } = template
  const own = sceneOf(scene)
  return own === null ? [] : [{ id, version: serving, name, language, content, variables, signature, scene: own }]
}

function publicOf({ id, name, scene, lang, content, variables }: PublicTemplate): readonly UsableTemplate[] {
  const own = sceneOf(scene)
  if (own === null) return []
  return [{ id, version: null, name, language: lang, content, variables, signature: null, scene: own }]
}

const ofBroadcasts = 'of broadcasts'

/** The versions that messages use, of templates whose newest version waits for its review. */
function useServing(templates: readonly Template[] | undefined): readonly UsableTemplate[] | undefined {
  const served = templates?.filter(({ serving }) => serving !== null)
  const older = served?.filter(({ serving, version }) => serving !== version)
  const { data: versions } = useQuery({
    queryKey: [addresses.templates.versions, ofBroadcasts, older?.map(({ id, serving }) => [id, serving])],
    queryFn:
      older === undefined
        ? skipToken
        : ({ signal }) =>
            Promise.all(
              older.map(async ({ id, serving }) => ({
                id,
                used: (await api.templates.versions({ params: { id } }, signal)).find(
                  (each) => each.version === serving,
                ),
              })),
            ),
  })
  if (served === undefined || versions === undefined) return undefined
  return served.flatMap((template) => {
    const used = versions.find(({ id }) => id === template.id)?.used ?? template
    // An unreviewed version serves single messages, but no broadcast.
    return used.status === ReviewStatus.Approved ? ownOf({ ...template, ...used, id: template.id }, used.scene) : []
  })
}

const hasText = ({ name, content }: PublicTemplate, text: string): boolean =>
  `${name} ${content}`.toLowerCase().includes(text.toLowerCase())

/** The newest templates of the account that have a text, whatever their state. */
const newestQuery = (text: string) =>
  queryOptions({
    queryKey: [addresses.templates.list, ofBroadcasts, text],
    queryFn: ({ signal }) =>
      api.templates.list({ query: { limit: limits.maxLimit, offset: 0, ...(text !== '' && { text }) } }, signal),
  })

/** True where the account has templates beyond the newest, which only a search finds. */
export const useHasFurther = (): boolean => useQuery(newestQuery('')).data?.length === limits.maxLimit

/**
 * The templates that a broadcast may use and that have a text: the newest of the account's own, then the public ones;
 * undefined until loaded.
 */
export function useUsableTemplates(text = ''): readonly UsableTemplate[] | undefined {
  const { data: listed } = useQuery(newestQuery(text))
  const own = useServing(listed)
  const { data: open } = useQuery({
    queryKey: [addresses.publicTemplates.list],
    queryFn: ({ signal }) => api.publicTemplates.list({}, signal),
    staleTime: Infinity,
  })
  return own && open && [...own, ...open.filter((each) => hasText(each, text)).flatMap(publicOf)]
}

/** A template that is chosen. One beyond the newest is read on its own; undefined until loaded, null where there is none. */
export function useUsableTemplate(id: string | null, newest: readonly UsableTemplate[] | undefined) {
  const known = newest?.find((template) => template.id === id)
  const isFurther = id !== null && newest !== undefined && known === undefined
  const { data: found } = useQuery({
    queryKey: [addresses.templates.get, ofBroadcasts, id],
    queryFn: isFurther ? ({ signal }) => orNull(api.templates.get({ params: { id } }, signal)) : skipToken,
  })
  const further = useServing(found === undefined ? undefined : found === null ? [] : [found])
  if (!isFurther) return newest === undefined && id !== null ? undefined : (known ?? null)
  return further === undefined ? undefined : (further[0] ?? null)
}

import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { Account } from '@hongyan/contract/endpoints/account/account'
import type { PublicTemplate, Template } from '@hongyan/contract/endpoints/messaging/templates'
import { list as limits } from '@hongyan/contract/limits/screens'
import { Partition } from '@hongyan/contract/vocabulary/account'
import type { BroadcastScene } from '@hongyan/contract/vocabulary/broadcast'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useAccount } from '../../../../api/account.ts'
import { api } from '../../../../api/api.ts'

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

const ownTemplates = [addresses.templates.list, 'of broadcasts'] as const

/** The approved version of each template of the account; undefined until loaded. */
function useOwnTemplates() {
  const { data: all } = useQuery({
    queryKey: ownTemplates,
    queryFn: ({ signal }) => api.templates.list({ query: { limit: limits.maxLimit, offset: 0 } }, signal),
  })
  const served = all?.filter(({ serving }) => serving !== null)
  // Messages use the version that serves, which is older than the newest while that waits for its review.
  const older = served?.filter(({ serving, version }) => serving !== version)
  const { data: versions } = useQuery({
    queryKey: [addresses.templates.versions, 'of broadcasts', older?.map(({ id, serving }) => [id, serving])],
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

/** The templates that a broadcast may use: the account's own, then the public ones; undefined until loaded. */
export function useUsableTemplates(): readonly UsableTemplate[] | undefined {
  const own = useOwnTemplates()
  const { data: open } = useQuery({
    queryKey: [addresses.publicTemplates.list],
    queryFn: ({ signal }) => api.publicTemplates.list({}, signal),
    staleTime: Infinity,
  })
  return own && open && [...own, ...open.flatMap(publicOf)]
}

import type { AccountId, UpstreamId } from '@hongyan/contract/ids'
import { list as limits } from '@hongyan/contract/limits/screens'
import { providers } from '@hongyan/contract/upstreams/providers'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { managedProviders, type MappingKind, type MappingState } from '@hongyan/contract/vocabulary/upstream'
import { type RawBuilder, sql } from 'kysely'
import { outdated } from '../../../../gateway/template-mappings.ts'

export interface MappingFilter {
  readonly upstream?: UpstreamId | undefined
  readonly kind?: MappingKind | undefined
  readonly state?: MappingState | undefined
}

/** The providers that know signatures and templates by ids of their own. */
const mappedProviders = managedProviders.filter((provider) => providers[provider].needsMapping)

/** Rows beyond these are neither counted nor reached by a page. */
const REACHED = limits.exactTotalUpTo + limits.maxLimit + 1

/**
 * The keys of the listed mappings in their order: by channel, sender IDs before templates, public templates before the
 * account's own, the newest first. Each approved record is listed with each channel whose provider needs mappings, and
 * so is each stored mapping: of a public template, or of a record that is no longer approved or was deleted. The
 * channels are read one after the other until enough keys are found.
 */
export const listedKeys = (account: AccountId, { upstream, kind, state }: MappingFilter) => sql`
  with old as materialized (${outdatedKeys(account)})
  select row_number() over () as place, listed.* from (
    select c.id as upstream, k.kind, k.local, k.template_id from (
      select id, name from upstream where account_id = ${account} and provider = any(${mappedProviders}::text[])
        and (${upstream ?? null}::uuid is null or id = ${upstream ?? null}) order by name
    ) c cross join lateral (${union([
      ...(kind === 'template' ? [] : [signatures(account, state)]),
      ...(kind === 'signature' ? [] : [shared(account, state), templates(account, state)]),
    ])}) k
    order by c.name, k.kind, k.template_id desc nulls first, k.local desc limit ${REACHED}
  ) listed`

/** The stored mappings that are outdated. Only a template with a second version can have one, which few have. */
const outdatedKeys = (account: AccountId) => sql`
  select m.upstream_id, m.template_id from (
    select distinct v.template_id from template_version v where v.account_id = ${account} and v.version > 1
  ) changed join upstream_mapping m on m.account_id = ${account} and m.template_id = changed.template_id
  where ${sql.raw(outdated('m'))}`

const union = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` union all `)

/** The condition of a stored mapping `m` of the channel `c`. */
const stored = (account: AccountId, state: MappingState | undefined) =>
  sql`m.account_id = ${account} and m.upstream_id = c.id${state === undefined ? sql`` : sql` and m.state = ${state}`}`

/** Sender IDs, of which an account has a hundred at most. */
function signatures(account: AccountId, state: MappingState | undefined) {
  const all = sql`select m.local from upstream_mapping m where ${stored(account, state === 'missing' ? undefined : state)}
    and m.kind = 'signature' and m.template_id is null`
  const approved = sql`select g.id::text as local from signature g
    where g.account_id = ${account} and g.status = ${ReviewStatus.Approved}`
  const local =
    state === undefined ? sql`${approved} union ${all}` : state === 'missing' ? sql`${approved} except ${all}` : all
  return sql`select 'signature' as kind, s.local, null::uuid as template_id from (${local}) s`
}

/** Public templates, which are listed once they are mapped. */
const shared = (account: AccountId, state: MappingState | undefined) =>
  sql`select 'template' as kind, m.local, null::uuid as template_id from upstream_mapping m
    where ${stored(account, state)} and m.kind = 'template' and m.template_id is null`

/**
 * The account's own templates, of which there may be very many: each index is read in its order, no further than the
 * list can page. A template may have several approved versions. A stored mapping that is outdated counts as missing.
 */
function templates(account: AccountId, state: MappingState | undefined) {
  const first = sql`order by template_id desc limit ${REACHED}`
  const mapped = sql`select m.template_id from upstream_mapping m
    where ${stored(account, state === 'missing' ? undefined : state)} and m.template_id is not null`
  const approved = sql`select distinct v.template_id from template_version v
    where v.account_id = ${account} and v.status = ${ReviewStatus.Approved}`
  const ids =
    state === undefined
      ? sql`select template_id from ((${approved} ${first}) union (${mapped} ${first})) of_both`
      : state === 'missing'
        ? sql`select template_id from ((select a.template_id from (${approved} order by v.template_id desc) a
            left join (${mapped} order by m.template_id desc) o on o.template_id = a.template_id
            where o.template_id is null ${first})
            union (select old.template_id from old where old.upstream_id = c.id ${first})) of_both`
        : sql`${mapped} and (c.id, m.template_id) not in (select old.upstream_id, old.template_id from old)`
  return sql`select 'template' as kind, t.template_id::text as local, t.template_id from (${ids} ${first}) t`
}

import type { UpstreamMapping, upstreamMappings } from '@hongyan/contract/endpoints/messaging/upstreams'
import type { AccountId, UpstreamId } from '@hongyan/contract/ids'
import { publicTemplates } from '@hongyan/contract/senders/public-templates'
import { providers } from '@hongyan/contract/upstreams/providers'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { managedProviders, type MappingKind, type MappingState } from '@hongyan/contract/vocabulary/upstream'
import type { z } from 'zod'
import { statement, type Tx } from '../../../../db/tx.ts'

type ListQuery = z.output<typeof upstreamMappings.list.query>

/** The providers that know signatures and templates by ids of their own. */
const mappedProviders = managedProviders.filter((provider) => providers[provider].needsMapping)

/**
 * Each approved record with each channel whose provider needs mappings, and the stored mappings of others: of public
 * templates, and of records that are no longer approved or were deleted.
 */
const LIST = statement(
  'upstream_mapping.list',
  `with channel as (
     select id, name from upstream where account_id = $1 and provider = any($2::text[]) and ($3::uuid is null or id = $3)
   ), approved as (
     select 'signature' as kind, id::text as local, name from signature where account_id = $1 and status = ${ReviewStatus.Approved}
     union all
     select 'template', t.id::text, v.name from template t
       join template_version v on v.account_id = t.account_id and v.template_id = t.id and v.version = t.serving
      where t.account_id = $1 and v.status = ${ReviewStatus.Approved}
   ), stored as (
     select m.* from upstream_mapping m join channel c on c.id = m.upstream_id where m.account_id = $1
   ), listed as (
     select c.id as upstream, c.name as channel, a.kind, a.local, a.name, s.remote, s.variables, s.state, s.updated_at
     from channel c cross join approved a
     left join stored s on s.upstream_id = c.id and s.kind = a.kind and s.local = a.local
     union all
     select c.id, c.name, s.kind, s.local, coalesce(
         (select g.name from signature g where s.kind = 'signature' and g.account_id = $1 and g.id::text = s.local),
         (select v.name from template_version v where s.kind = 'template' and v.account_id = $1
            and v.template_id::text = s.local and v.is_newest)),
       s.remote, s.variables, s.state, s.updated_at
     from stored s join channel c on c.id = s.upstream_id
     where not exists (select from approved a where a.kind = s.kind and a.local = s.local)
   )
   select upstream, kind, local, name, remote, coalesce(variables, '{}') as variables, coalesce(state, 'missing') as state,
     updated_at, count(*) over ()::integer as total
   from listed where ($4::text is null or kind = $4) and ($5::text is null or coalesce(state, 'missing') = $5)
   order by channel, kind, name nulls last, local limit $6 offset $7`,
)

interface Row {
  readonly upstream: UpstreamId
  readonly kind: MappingKind
  readonly local: string
  readonly name: string | null
  readonly remote: string | null
  readonly variables: string[]
  readonly state: MappingState
  readonly updated_at: Date | null
  readonly total: number
}

const nameOfPublic = (local: string): string | null => publicTemplates.find(({ id }) => id === local)?.name ?? null

const present = (row: Row): UpstreamMapping => ({
  upstream: row.upstream,
  kind: row.kind,
  local: row.local,
  name: row.name ?? nameOfPublic(row.local),
  remote: row.remote,
  variables: row.variables,
  state: row.state,
  updated_at: row.updated_at?.toISOString() ?? null,
})

/** Reads a page of the mappings, those that are missing among them, and the number of all. */
export async function listMappings(
  db: Tx,
  account: AccountId,
  { upstream, kind, state, limit, offset }: ListQuery,
): Promise<{ readonly rows: UpstreamMapping[]; readonly total: number }> {
  const filters = [account, mappedProviders, upstream ?? null, kind ?? null, state ?? null]
  const rows = await db.run<Row>(LIST, [...filters, limit, offset])
  if (rows.length > 0 || offset === 0) return { rows: rows.map(present), total: rows[0]?.total ?? 0 }
  const [first] = await db.run<Row>(LIST, [...filters, 1, 0])
  return { rows: [], total: first?.total ?? 0 }
}

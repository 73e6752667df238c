import type { UpstreamMapping, upstreamMappings } from '@hongyan/contract/endpoints/messaging/upstreams'
import type { AccountId, UpstreamId } from '@hongyan/contract/ids'
import { list as limits } from '@hongyan/contract/limits/screens'
import { publicTemplates } from '@hongyan/contract/senders/public-templates'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import type { MappingKind, MappingState } from '@hongyan/contract/vocabulary/upstream'
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../../../../db/schema.ts'
import { outdated } from '../../../../gateway/template-mappings.ts'
import { listedKeys } from './listed-keys.ts'

type ListQuery = z.output<typeof upstreamMappings.list.query>

interface Row {
  readonly upstream: UpstreamId
  readonly kind: MappingKind
  readonly local: string
  readonly name: string | null
  readonly remote: string | null
  readonly variables: string[]
  readonly template_variables: string[]
  readonly state: MappingState
  readonly updated_at: Date | null
}

interface Counted extends Row {
  readonly total: number
}

function present(row: Row): UpstreamMapping {
  const shared = publicTemplates.find(({ id }) => id === row.local)
  return {
    upstream: row.upstream,
    kind: row.kind,
    local: row.local,
    name: row.name ?? shared?.name ?? null,
    remote: row.remote,
    variables: row.variables,
    template_variables: shared?.variables.map(({ name }) => name) ?? row.template_variables,
    state: row.state,
    updated_at: row.updated_at?.toISOString() ?? null,
  }
}

/** The name of a template's approved version, or else of its newest. */
const templateName = (account: AccountId) => sql`(
  select v.name from template_version v where v.account_id = ${account} and v.template_id = page.template_id
    and (v.status = ${ReviewStatus.Approved} or v.is_newest)
  order by v.status = ${ReviewStatus.Approved} desc, v.version desc limit 1)`

/** The names of the variables of the version that messages use, or else of the newest, as `findLocal` finds them. */
const templateVariables = (account: AccountId) => sql`array(
  select variable.value ->> 'name' from template t join template_version v on v.account_id = t.account_id
    and v.template_id = t.id and (v.version = t.serving or (t.serving is null and v.is_newest)),
    jsonb_array_elements(v.variables) with ordinality variable
  where t.account_id = ${account} and t.id = page.template_id order by variable.ordinality)`

const signatureName = (account: AccountId) => sql`(
  select g.name from signature g where page.kind = 'signature' and g.account_id = ${account} and g.id::text = page.local)`

/**
 * Reads a page of the mappings, the missing ones among them, and counts them no further than the list can page. The keys
 * of all rows are found first; the rows of the page alone are read whole.
 */
export async function listMappings(
  db: Kysely<Schema>,
  account: AccountId,
  { limit, offset, ...filter }: ListQuery,
): Promise<{ readonly rows: UpstreamMapping[]; readonly total: number }> {
  const { rows } = await sql<Counted | ({ readonly [Column in keyof Row]: null } & Pick<Counted, 'total'>)>`
    with found as materialized (${listedKeys(account, filter)}),
    page as (select * from found order by place limit ${limit} offset ${offset})
    select page.upstream, page.kind, page.local, coalesce(${templateName(account)}, ${signatureName(account)}) as name,
      m.remote, coalesce(m.variables, '{}') as variables, ${templateVariables(account)} as template_variables,
      case when m.state is null or ${sql.raw(outdated('m'))} then 'missing' else m.state end as state, m.updated_at,
      counted.total
    from (select least(count(*), ${limits.exactTotalUpTo + 1})::integer as total from found) counted
    left join page on true
    left join upstream_mapping m on m.account_id = ${account} and m.upstream_id = page.upstream and m.kind = page.kind
      and m.local = page.local
    order by page.place`.execute(db)
  return {
    rows: rows.flatMap((row) => (row.upstream === null ? [] : [present(row)])),
    total: rows[0]?.total ?? 0,
  }
}

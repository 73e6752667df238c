import { type AccountId, TemplateId, type UpstreamId } from '@hongyan/contract/ids'
import { type Tx, statement } from '../db/tx.ts'
import type { AccountRouting, Mapping, TemplateMappings } from '../pipeline/route.ts'

/**
 * The condition that a mapping outlived the version of its template that it was made for: messages use a version with
 * other variables. `mapping` is the alias of its row.
 */
export const outdated = (mapping: string): string => `exists (
  select from template t join template_version v on v.account_id = t.account_id and v.template_id = t.id
    and v.version = t.serving
  where t.account_id = ${mapping}.account_id and t.id = ${mapping}.template_id
    and (jsonb_array_length(v.variables) <> cardinality(${mapping}.variables) or exists (
      select from jsonb_array_elements(v.variables) variable where variable ->> 'name' <> all(${mapping}.variables))))`

/** The ready mappings of some of the account's own templates at its channels, which are few. */
const OF_TEMPLATES = statement(
  'upstream_mapping.of_templates',
  `select p.template_id as template, p.upstream_id as upstream, p.remote, p.variables
   from upstream u join upstream_mapping p on p.account_id = u.account_id and p.upstream_id = u.id
     and p.template_id = any($2::uuid[]) and p.state = 'ready'
     and not ${outdated('p')}
   where u.account_id = $1`,
)

interface Row extends Mapping {
  readonly template: string
  readonly upstream: UpstreamId
}

/** Of a template that no channel has, and of a public one, whose mappings are among those of the account's routing. */
export const NO_MAPPINGS: TemplateMappings = new Map()

/**
 * Reads the mappings of templates by their ids or codes, the account's own ones alone. An account may have very many, so
 * that a message reads those of its template.
 */
export async function readTemplateMappings(
  db: Tx,
  account: AccountId,
  templates: readonly (string | null)[],
): Promise<(template: string | null) => TemplateMappings> {
  const own = templates.filter((id) => TemplateId.safeParse(id).success)
  const rows = own.length === 0 ? [] : await db.run<Row>(OF_TEMPLATES, [account, [...new Set(own)]])
  const found = new Map<string, Map<UpstreamId, Mapping>>()
  for (const { template, upstream, remote, variables } of rows) {
    const of = found.get(template) ?? new Map<UpstreamId, Mapping>()
    found.set(template, of.set(upstream, { remote, variables }))
  }
  return (template) => found.get(template ?? '') ?? NO_MAPPINGS
}

/** Reads them where a channel of the routing sends by templates at all. */
export const mappingsFor = (
  db: Tx,
  account: AccountId,
  { channels }: Pick<AccountRouting, 'channels'>,
  templates: readonly (string | null)[],
): ReturnType<typeof readTemplateMappings> => {
  const isNeeded = [...channels.values()].some(({ needsMapping }) => needsMapping)
  return readTemplateMappings(db, account, isNeeded ? templates : [])
}

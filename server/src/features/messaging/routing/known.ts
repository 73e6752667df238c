import type { RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import { type AccountId, TemplateId } from '@hongyan/contract/ids'
import { publicTemplates } from '@hongyan/contract/senders/public-templates'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { checkRules, type Known, namedBy } from './check-rules.ts'
import type { RoutingRow } from './store.ts'

/** Refuses rules that cannot be a draft. A record that the stored rules name may have been deleted since. */
export async function requireRules(
  db: Kysely<Schema>,
  account: AccountId,
  rules: readonly RouteRule[],
  stored: Pick<RoutingRow, 'rules' | 'draft'>,
): Promise<void> {
  const named = namedBy(rules)
  const own = named.templates.filter((id) => TemplateId.safeParse(id).success)
  const { rows } = await sql<{ readonly [Kind in keyof Known]: readonly string[] }>`
    select array(select id::text from upstream where account_id = ${account} and id::text = any(${named.channels}::text[])) as channels,
      array(select id::text from signature where account_id = ${account} and id::text = any(${named.signatures}::text[])) as signatures,
      array(select id::text from template where account_id = ${account} and id = any(${own}::uuid[])) as templates,
      array(select id::text from credential where account_id = ${account} and id::text = any(${named.credentials}::text[])) as credentials
  `.execute(db)
  const [found] = rows
  const kept = namedBy([...stored.rules, ...(stored.draft ?? [])])
  const both = (kind: keyof Known): ReadonlySet<string> => new Set([...(found?.[kind] ?? []), ...kept[kind]])
  checkRules(rules, {
    channels: both('channels'),
    signatures: both('signatures'),
    templates: new Set([...both('templates'), ...publicTemplates.map(({ id }) => id)]),
    credentials: both('credentials'),
  })
}

import type { AccountId, SignatureId, TemplateId } from '@hongyan/contract/ids'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'

const { Queued, Pending, Interrupt } = SendJobStatus
/** The most broadcasts that are named. */
const NAMED = 20

/** A sender ID, or a template. */
type Used = { readonly signature: SignatureId } | { readonly template: TemplateId }

/**
 * The names of the broadcasts that wait, run or can be resumed with a template, or under a sender: the one of their
 * message, of its template, or the account's default (screens S2).
 */
export async function broadcastsUsing(db: Kysely<Schema>, account: AccountId, used: Used): Promise<readonly string[]> {
  const uses =
    'template' in used
      ? sql`v.template_id = ${used.template}`
      : sql`coalesce(b.message ->> 'signature', v.signature_id::text, d.id::text) = ${used.signature}`
  const { rows } = await sql<{ name: string }>`
    select b.name from broadcast b
      cross join lateral (select b.message ->> 'template' as name, replace(b.message ->> 'template', '-', '') as hex) t
      left join template_code c on c.account_id = b.account_id and c.code = t.name
      left join template_version v on v.account_id = b.account_id and v.version = b.template_version
        and v.template_id = coalesce(c.template_id, case when t.hex ~* '^[0-9a-f]{32}$' then t.hex::uuid end)
      left join signature d on d.account_id = b.account_id and d.is_default
    where b.account_id = ${account} and ${uses}
      and (b.status in (${Queued}, ${Pending})
        or b.status = ${Interrupt} and b.reason <> 'stopped' and not b.audience_gone)
    order by b.created_at desc limit ${NAMED}`.execute(db)
  return rows.map(({ name }) => name)
}

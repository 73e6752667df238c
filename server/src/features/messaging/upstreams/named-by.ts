import type { RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import type { UpstreamRef } from '@hongyan/contract/endpoints/messaging/upstreams'
import type { AccountId } from '@hongyan/contract/ids'
import { defaultRules } from '@hongyan/contract/upstreams/default-rule'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'

/** True where a rule may carry messages over a channel. */
const namesChannel = ({ targets, canary }: RouteRule, ref: UpstreamRef): boolean =>
  canary?.upstream === ref || targets.some(({ upstream }) => upstream === ref)

export interface AccountRules {
  readonly inForce: readonly RouteRule[]
  readonly draft: readonly RouteRule[]
}

/** The rules in force and those of the draft. */
export async function readRules(db: Kysely<Schema>, account: AccountId): Promise<AccountRules> {
  const row = await db
    .selectFrom('routing')
    .select(['version', 'rules', 'draft'])
    .where('account_id', '=', account)
    .executeTakeFirst()
  const inForce = row === undefined || row.version === 0 ? defaultRules : row.rules
  return { inForce, draft: row?.draft ?? [] }
}

/** The place of the first rule that names a channel, counted from 1; null where none does. */
export function priorityOf(rules: readonly RouteRule[], ref: UpstreamRef): number | null {
  const index = rules.findIndex((rule) => namesChannel(rule, ref))
  return index === -1 ? null : index + 1
}

/** The names of the rules that name a channel, each once. */
export const rulesNaming = ({ inForce, draft }: AccountRules, ref: UpstreamRef): readonly string[] => [
  ...new Set([...inForce, ...draft].filter((rule) => namesChannel(rule, ref)).map(({ name }) => name)),
]

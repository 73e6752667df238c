import type { UpstreamRef } from '@hongyan/contract/endpoints/messaging/upstreams'
import type { AccountId } from '@hongyan/contract/ids'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { readRouting } from '../../../gateway/account-routing.ts'
import { mappingsFor, outdated } from '../../../gateway/template-mappings.ts'
import type { AccountRouting, TemplateMappings } from '../../../pipeline/route.ts'

/** The channels of an account with their names, and the mappings that are ready, as the gateway knows them. */
export interface AccountChannels extends Pick<AccountRouting, 'channels' | 'mappings'> {
  /** The mappings of the templates that were asked for, by the template. */
  readonly mappingsOf: (template: string | null) => TemplateMappings
  /** The channels that have any template. */
  readonly withTemplate: ReadonlySet<UpstreamRef>
  /** The names of the account's own channels, by name. */
  readonly names: ReadonlyMap<UpstreamRef, string>
}

/** Reads the channels, and the mappings of these of the account's own templates. */
export async function readChannels(
  db: Kysely<Schema>,
  account: AccountId,
  standardLink: string,
  templates: readonly (string | null)[],
): Promise<AccountChannels> {
  const [{ channels, mappings }, rows] = await Promise.all([
    readRouting(txOf(db), account, standardLink),
    db
      .selectFrom('upstream as u')
      .select(['u.id', 'u.name', HAS_TEMPLATE])
      .where('u.account_id', '=', account)
      .orderBy('u.name')
      .orderBy('u.id')
      .execute(),
  ])
  const mappingsOf = await mappingsFor(txOf(db), account, { channels }, templates)
  return {
    channels,
    mappings,
    mappingsOf,
    withTemplate: new Set(rows.filter(({ hasTemplate }) => hasTemplate).map(({ id }) => id)),
    names: new Map(rows.map(({ id, name }) => [id, name])),
  }
}

const HAS_TEMPLATE = sql<boolean>`exists (select from upstream_mapping m where m.account_id = u.account_id
  and m.upstream_id = u.id and m.kind = 'template' and m.state = 'ready' and not ${sql.raw(outdated('m'))})`.as(
  'hasTemplate',
)

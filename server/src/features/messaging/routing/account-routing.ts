import type { RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import type { UpstreamRef } from '@hongyan/contract/endpoints/messaging/upstreams'
import { type AccountId, wireId } from '@hongyan/contract/ids'
import { providers } from '@hongyan/contract/upstreams/providers'
import { STANDARD } from '@hongyan/contract/vocabulary/upstream'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { type AccountRouting, type Channel, mappingKey, standardChannel } from '../../../pipeline/route.ts'

/** The channels of an account with their names, and the mappings that are ready. */
export interface AccountChannels extends Pick<AccountRouting, 'channels' | 'mappings'> {
  /** The names of the account's own channels. */
  readonly names: ReadonlyMap<UpstreamRef, string>
}

export async function readChannels(
  db: Kysely<Schema>,
  account: AccountId,
  standardLink: string,
): Promise<AccountChannels> {
  const [rows, mapped] = await Promise.all([
    db.selectFrom('upstream').selectAll().where('account_id', '=', account).orderBy('name').orderBy('id').execute(),
    db
      .selectFrom('upstream_mapping')
      .select(['upstream_id', 'kind', 'local', 'remote', 'variables'])
      .where('account_id', '=', account)
      .where('state', '=', 'ready')
      .execute(),
  ])
  const managed = rows.map((row): [UpstreamRef, Channel] => [
    row.id,
    {
      ref: row.id,
      upstream: wireId(row.id),
      provider: row.provider,
      state: row.state,
      regions: row.regions,
      needsMapping: providers[row.provider].needsMapping,
      dailyCap: row.daily_cap_micros,
    },
  ])
  return {
    channels: new Map([[STANDARD, standardChannel(standardLink)], ...managed]),
    mappings: new Map(
      mapped.map(({ upstream_id: id, kind, local, ...mapping }) => [mappingKey(id, kind, local), mapping]),
    ),
    names: new Map(rows.map(({ id, name }) => [id, name])),
  }
}

/** The rules with the channels and mappings that they are decided by. */
export const routingOf = (
  version: number,
  rules: readonly RouteRule[],
  { channels, mappings }: AccountChannels,
): AccountRouting => ({ version, rules, channels, mappings })

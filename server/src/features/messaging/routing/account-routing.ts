import type { UpstreamRef } from '@hongyan/contract/endpoints/messaging/upstreams'
import type { AccountId } from '@hongyan/contract/ids'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { readRouting } from '../../../gateway/account-routing.ts'
import type { AccountRouting } from '../../../pipeline/route.ts'

/** The channels of an account with their names, and the mappings that are ready, as the gateway knows them. */
export interface AccountChannels extends Pick<AccountRouting, 'channels' | 'mappings'> {
  /** The names of the account's own channels, by name. */
  readonly names: ReadonlyMap<UpstreamRef, string>
}

export async function readChannels(
  db: Kysely<Schema>,
  account: AccountId,
  standardLink: string,
): Promise<AccountChannels> {
  const [{ channels, mappings }, rows] = await Promise.all([
    readRouting(txOf(db), account, standardLink),
    db
      .selectFrom('upstream')
      .select(['id', 'name'])
      .where('account_id', '=', account)
      .orderBy('name')
      .orderBy('id')
      .execute(),
  ])
  return { channels, mappings, names: new Map(rows.map(({ id, name }) => [id, name])) }
}

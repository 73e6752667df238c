import type { RefusedRequest } from '@hongyan/contract/endpoints/messaging/credentials'
import { plainAddress } from '@hongyan/contract/ip/address'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { explained } from '../../../kit/explained.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { limitOf } from './refused-detail.ts'
import { type CredentialKey, hasRow } from './store.ts'

interface RequestFilter {
  readonly limit: number
  readonly offset: number
  /** An error code; without it all. */
  readonly code?: string | undefined
  /** An ISO moment; without it from the first one kept. */
  readonly from?: string | undefined
}

interface Page {
  readonly rows: RefusedRequest[]
  readonly total: number
}

/** Lists the refused requests of a credential, newest first, each with its explanation. */
export async function listRequests(
  db: Kysely<Schema>,
  credential: CredentialKey,
  { limit, offset, code, from }: RequestFilter,
  locale: Locale,
): Promise<Page> {
  if (!(await hasRow(db, credential))) throw new Refusal('not_found')
  let found = db
    .selectFrom('request_log')
    .where('account_id', '=', credential.account)
    .where('credential_id', '=', credential.id)
  if (code !== undefined) found = found.where('code', '=', code)
  if (from !== undefined) found = found.where('at', '>=', new Date(from))
  const [rows, { total }] = await Promise.all([
    found
      .select(['id', 'at', 'action', 'code', 'address', 'request_id', 'detail'])
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    found.select((of) => of.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow(),
  ])
  const present = ({ code: refused, detail, at, address, ...row }: (typeof rows)[number]): RefusedRequest => ({
    ...row,
    at: at.toISOString(),
    address: plainAddress(address),
    reason: explained(refused, locale),
    limit: limitOf(detail),
  })
  return { rows: rows.map(present), total: Number(total) }
}

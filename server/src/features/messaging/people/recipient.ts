import { createSecretKey } from 'node:crypto'
import type { AccountId } from '@hongyan/contract/ids'
import { parseNumber } from '@hongyan/contract/sms/number'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { lastFour } from '../../../gateway/of-recipient.ts'
import { recipientHash } from '../../../gateway/recipient-hash.ts'
import { Refusal } from '../../../kit/refusal.ts'

/** A number, and the last digits and the hash under which an account's messages have it. */
export interface Recipient {
  readonly account: AccountId
  readonly currency: Currency
  readonly e164: string
  readonly last4: string
  readonly toHash: Buffer
}

interface AccountKey {
  readonly currency: Currency
  readonly hash_key: Buffer
  readonly home: 'CN' | 'US'
}

/** Finds the recipient that an account means. Throws `invalid_phone_number` for no possible number. */
export async function recipientOf(db: Kysely<Schema>, account: AccountId, typed: string): Promise<Recipient> {
  const { rows } = await sql<AccountKey>`
    select currency, hash_key, case partition when 'cn' then 'CN' else 'US' end as home
      from account where id = ${account}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Refusal('not_found')
  const parsed = parseNumber(typed, row.home)
  if (!parsed.ok) throw new Refusal('invalid_phone_number', { field: 'recipient' })
  const { e164 } = parsed
  const toHash = recipientHash(createSecretKey(row.hash_key), e164)
  return { account, currency: row.currency, e164, last4: lastFour(e164), toHash }
}

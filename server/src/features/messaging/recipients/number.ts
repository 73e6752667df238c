import { createSecretKey, type KeyObject } from 'node:crypto'
import type { AccountId } from '@hongyan/contract/ids'
import { parseNumber } from '@hongyan/contract/sms/number'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { lastFour } from '../../../gateway/of-recipient.ts'
import { recipientHash } from '../../../gateway/recipient-hash.ts'
import { Refusal } from '../../../kit/refusal.ts'

/** The key of an account's hashes, and the country of its numbers without a calling code (ruling 34). */
export interface ListOwner {
  readonly hashKey: KeyObject
  readonly home: 'CN' | 'US'
}

/** A number as the list stores it. */
export interface ListNumber {
  /** E.164; null where only the hash is known. */
  readonly recipient: string | null
  readonly toHash: Buffer
  readonly ending: string
  readonly country: string | null
}

export async function readListOwner(db: Kysely<Schema>, account: AccountId): Promise<ListOwner> {
  const { rows } = await sql<{ readonly hash_key: Buffer; readonly home: ListOwner['home'] }>`
    select hash_key, case partition when 'cn' then 'CN' else 'US' end as home
      from account where id = ${account}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Refusal('not_found')
  return { hashKey: createSecretKey(row.hash_key), home: row.home }
}

/** Reads a number as an account writes it. Null where no such number is possible. */
export function readNumber({ hashKey, home }: ListOwner, typed: string): ListNumber | null {
  const parsed = parseNumber(typed, home)
  if (!parsed.ok) return null
  const { e164, iso } = parsed
  return { recipient: e164, toHash: recipientHash(hashKey, e164), ending: lastFour(e164), country: iso }
}

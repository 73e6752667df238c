import { randomBytes } from 'node:crypto'
import type { AccountId } from '@hongyan/contract/ids'
import { sending } from '@hongyan/contract/limits/messaging'
import { MICROS_PER_UNIT, micros, ZERO } from '@hongyan/contract/money'
import { type Partition, TrustLevel } from '@hongyan/contract/vocabulary/account'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Clock } from '../../../kit/clock.ts'
import { hashPassword } from '../../../kit/password.ts'
import { createAccount, homeCurrency, homeZone } from './create.ts'

/** A credit limit that is never reached: the product's own messages are booked, but no customer pays them. */
const CREDIT = micros(1_000_000_000n * MICROS_PER_UNIT)

/**
 * The house account of a partition, which sends the product's own messages. Created at the first one. It has neither
 * email address nor phone, and its password is random and not stored, so it cannot be signed in to.
 */
export async function houseAccount(
  { db, clock }: { readonly db: Kysely<Schema>; readonly clock: Clock },
  partition: Partition,
): Promise<AccountId> {
  const found = () =>
    db
      .selectFrom('account')
      .select('id')
      .where('house', '=', true)
      .where('partition', '=', partition)
      .executeTakeFirst()
  const known = await found()
  if (known) return known.id
  const fields = { ...fieldsOf(partition), password_hash: await hashPassword(randomBytes(32).toString('base64')) }
  const made = await db.transaction().execute((tx) => createAccount(tx, clock, fields))
  const id = made ?? (await found())?.id
  if (id === undefined) throw new Error(`there is no house account in ${partition}, and none could be made`)
  return id
}

const fieldsOf = (partition: Partition) => ({
  partition,
  house: true,
  currency: homeCurrency[partition],
  time_zone: homeZone[partition],
  level: TrustLevel.Trusted,
  tps: sending.accountRate,
  sms_wildcard: 'true',
  credit_enabled: true,
  credit_micros: CREDIT,
  balance: ZERO,
})

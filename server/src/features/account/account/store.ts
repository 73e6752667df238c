import type { Progress } from '@hongyan/contract/endpoints/account/account'
import type { AccountId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import { type Locale, TrustLevel } from '@hongyan/contract/vocabulary/account'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { announceConfigChange } from '../../../db/config-change.ts'
import { isDuplicate } from '../../../db/connect.ts'
import type { Schema } from '../../../db/schema.ts'
import type { AccountTable } from '../../../db/schema/account.ts'

type Unshown =
  | 'password_hash'
  | 'hash_key'
  | 'created_at'
  | 'changed_at'
  | 'credit_reduced_at'
  | 'house'
  | 'agreed_at'
  | 'staff_block'
  | 'card_block'
  | 'blocks'

export type AccountRow = Omit<Selectable<AccountTable>, Unshown> & {
  /** Funds and drawn credit (a negative number), less the holds of outstanding messages. */
  readonly balance: Micros
  /** Below zero: the unpaid sum of issued invoices. */
  readonly billed: Micros
  readonly credit_reduced: boolean
  /** Unread notices, counted up to 99. */
  readonly unread: number
}

const columns = [
  'account.id',
  'account.email',
  'account.phone',
  'account.partition',
  'account.currency',
  'account.time_zone',
  'account.locale',
  'account.firstname',
  'account.lastname',
  'account.nickname',
  'account.username',
  'account.realname_name',
  'account.realname_auth',
  'account.gender',
  'account.activated',
  'account.demo',
  'account.status',
  'account.level',
  'account.tps',
  'account.credit_enabled',
  'account.credit_micros',
  'account.pay_for_delivered',
  'account.sms_wildcard',
  'account.sms_smpp',
  'account.release_channel',
] as const

const UNREAD = sql<number>`(select count(*)::integer from (
  select from notice where notice.account_id = account.id and read_at is null limit 99) unread)`

/** The account of a session always exists: accounts are never deleted. */
export async function readAccount(db: Kysely<Schema>, id: AccountId): Promise<AccountRow> {
  return db
    .selectFrom('account')
    .innerJoin('balance', 'balance.account_id', 'account.id')
    .select(columns)
    .select(['balance.balance_micros as balance', 'balance.billed_micros as billed'])
    .select(sql<boolean>`account.credit_reduced_at is not null`.as('credit_reduced'))
    .select(UNREAD.as('unread'))
    .where('account.id', '=', id)
    .executeTakeFirstOrThrow()
}

/** The completed first steps of an account, derived from its own rows. */
export async function readProgress(db: Kysely<Schema>, id: AccountId): Promise<Progress> {
  const { rows } = await sql<Progress>`
    select a.realname_auth as verified,
      exists (select from credential where account_id = a.id) as credential,
      exists (select from daily where account_id = a.id and msg_cnt > 0) as sent,
      (select status from message where account_id = a.id order by id desc limit 1) as last_status,
      exists (select from ledger_entry where account_id = a.id and kind = 'credit') as topped_up
    from account a where a.id = ${id}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`the account ${id} is gone`)
  return row
}

/** Raises the trust level of a new account that has paid for the first time (semantics D13); false for any other. */
export async function raiseLevel(tx: Transaction<Schema>, account: AccountId): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ level: TrustLevel.Paid })
    .where('id', '=', account)
    .where('level', '=', TrustLevel.New)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks an account as verified under a name. Returns true where that raised its trust level (semantics D13). */
export async function markVerified(tx: Transaction<Schema>, account: AccountId, name: string): Promise<boolean> {
  const { level } = await tx
    .selectFrom('account')
    .select('level')
    .where('id', '=', account)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const raises = level < TrustLevel.Verified
  await tx
    .updateTable('account')
    .set({ realname_auth: true, realname_name: name, ...(raises && { level: TrustLevel.Verified }) })
    .where('id', '=', account)
    .execute()
  await announceConfigChange(tx, account)
  return raises
}

/**
 * Ends the verification of an account. `lowers`: a level that the verification raised returns to what payments prove.
 * Another level that staff set since then stays.
 */
export async function endVerified(tx: Transaction<Schema>, account: AccountId, lowers: boolean): Promise<void> {
  await tx.updateTable('account').set({ realname_auth: false, realname_name: '' }).where('id', '=', account).execute()
  if (lowers) {
    await sql`
      update account set level = case when exists (
          select from ledger_entry where account_id = ${account} and kind = 'credit') then 1 else 0 end
       where id = ${account} and level = ${TrustLevel.Verified}`.execute(tx)
  }
  await announceConfigChange(tx, account)
}

/** The owner as a person, as the console shows it. */
export type Person = Pick<Selectable<AccountTable>, 'firstname' | 'lastname' | 'gender'>

export async function savePerson(db: Kysely<Schema>, account: AccountId, person: Person): Promise<void> {
  const { firstname, lastname, gender } = person
  await db.updateTable('account').set({ firstname, lastname, gender }).where('id', '=', account).execute()
}

export async function saveLocale(db: Kysely<Schema>, account: AccountId, locale: Locale): Promise<void> {
  await db.updateTable('account').set({ locale }).where('id', '=', account).execute()
}

/** Sets the phone or the email address of an account. Returns false where another account has it. */
export async function saveContact(
  tx: Transaction<Schema>,
  account: AccountId,
  contact: { readonly phone: string } | { readonly email: string },
): Promise<boolean> {
  try {
    await tx.updateTable('account').set(contact).where('id', '=', account).execute()
  } catch (error) {
    if (isDuplicate(error)) return false
    throw error
  }
  // An account of low trust may send to its own phone, so the cached rules change.
  await announceConfigChange(tx, account)
  return true
}

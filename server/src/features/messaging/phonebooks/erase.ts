import type { AccountId } from '@hongyan/contract/ids'
import { statement, type Tx } from '../../../db/tx.ts'

const ERASE = statement(
  'contact.erase',
  `with erased as (delete from contact where account_id = $1 and recipient = $2 returning phonebook_id),
     counted as (update phonebook p set contacts = p.contacts - 1 from erased
       where p.account_id = $1 and p.id = erased.phonebook_id)
   select count(*)::integer as contacts from erased`,
)

/** Deletes the contacts of a person's number from all phonebooks of an account. Returns their number. */
export async function eraseContacts(tx: Tx, account: AccountId, e164: string): Promise<number> {
  const [row] = await tx.run<{ readonly contacts: number }>(ERASE, [account, e164])
  return row?.contacts ?? 0
}

const HAS = statement(
  'contact.has_number',
  `select exists (select from contact where account_id = $1 and recipient = $2) as found`,
)

/** True where a phonebook of the account has the number. */
export async function hasContact(db: Tx, account: AccountId, e164: string): Promise<boolean> {
  return (await db.run<{ readonly found: boolean }>(HAS, [account, e164]))[0]?.found ?? false
}

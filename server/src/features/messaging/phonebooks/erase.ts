import type { AccountId, ContactImportId } from '@hongyan/contract/ids'
import { statement, type Tx } from '../../../db/tx.ts'
import { numberInText } from '../../../kit/number-in-text.ts'

const ERASE = statement(
  'contact.erase',
  `with erased as (delete from contact where account_id = $1 and recipient = $2 returning phonebook_id),
     counted as (update phonebook p set contacts = p.contacts - 1 from erased
       where p.account_id = $1 and p.id = erased.phonebook_id)
   select count(*)::integer as contacts from erased`,
)

const FIND_REPORTS = statement(
  'contact_import.find_number',
  `select id, report::text as report from contact_import
    where account_id = $1 and regexp_replace(report::text, '[^0-9]', '', 'g') like '%' || $2 || '%'`,
)
const ERASE_REPORT = statement(
  'contact_import.erase_number',
  'update contact_import set report = $3::jsonb where account_id = $1 and id = $2',
)

/**
 * Deletes the contacts of a person's number from all phonebooks of an account, and masks it among the first values of
 * imports. Returns the number of contacts.
 */
export async function eraseContacts(tx: Tx, account: AccountId, e164: string): Promise<number> {
  const { digits, maskedJson } = numberInText(e164)
  const reports = await tx.run<{ readonly id: ContactImportId; readonly report: string }>(FIND_REPORTS, [
    account,
    digits,
  ])
  for (const { id, report } of reports) await tx.run(ERASE_REPORT, [account, id, maskedJson(report)])
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

import type { AccountId } from '@hongyan/contract/ids'
import { statement, type Tx } from '../db/tx.ts'
import { numberInText } from '../kit/number-in-text.ts'

const FIND = statement(
  'notice.find_number',
  `select id, details::text as details from notice
    where account_id = $1 and kind in ('ticket_replied', 'ticket_solved')
      and regexp_replace(details::text, '[^0-9]', '', 'g') like '%' || $2 || '%'`,
)
const ERASE = statement(
  'notice.erase_number',
  'update notice set details = $3::jsonb where account_id = $1 and id = $2',
)

/** Masks a person's number in the notices of tickets, whose texts support and the owner write. */
export async function eraseFromNotices(tx: Tx, account: AccountId, e164: string): Promise<void> {
  const { digits, masked } = numberInText(e164)
  const found = await tx.run<{ readonly id: string; readonly details: string }>(FIND, [account, digits])
  for (const { id, details } of found) {
    const values = JSON.parse(details) as Readonly<Record<string, string>> // the values of a notice are texts
    const shown = Object.entries(values).map(([name, text]) => [name, name === 'id' ? text : masked(text)])
    await tx.run(ERASE, [account, id, JSON.stringify(Object.fromEntries(shown))])
  }
}

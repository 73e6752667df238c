import type { AccountId } from '@hongyan/contract/ids'
import type { Pool } from 'pg'
import { alone, statement } from '../../../db/tx.ts'
import { wildcardOf } from '../../../gateway/rules.ts'
import { Refusal } from '../../../kit/refusal.ts'

const FIND = statement('account.routes', 'select sms_wildcard as wildcard, sms_smpp as smpp from account where id = $1')

/** Refuses an account with wildcard SMS or SMPP: to it channels and routing do not exist (specification section 6). */
export async function requireRouting({ pool }: { readonly pool: Pool }, account: AccountId): Promise<void> {
  const [row] = await alone(pool).run<{ readonly wildcard: unknown; readonly smpp: boolean }>(FIND, [account])
  const { signature, template } = wildcardOf(row?.wildcard)
  if (row === undefined || row.smpp || signature || template) throw new Refusal('not_found')
}

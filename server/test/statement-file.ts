import { transactions } from '@hongyan/contract/endpoints/finance/transactions'
import type { SignedIn } from './world.ts'

/** The statement, as CSV, of the month with an account's newest transaction. */
export async function statementFile(owner: SignedIn): Promise<string> {
  const [newest] = await owner.call(transactions.list)
  const { body } = await owner.ask(transactions.statementCsv, { query: { month: newest?.day.slice(0, 7) } })
  return String(body)
}

import type { AccountId } from '@hongyan/contract/ids'
import type { Logger } from '../../kit/logger.ts'
import type { Counted } from './days.ts'
import { catchUp, type RollDeps, startAgain } from './roll-up.ts'

export interface CountedDeps extends RollDeps {
  readonly log: Logger
}

/**
 * Reads what rests on counted days, and holds it against the balance of the same moment: what is shown is right to the
 * last decimal or not shown. A count that has gone wrong is made again from the entries.
 */
export async function readCounted<T extends Counted>(
  deps: CountedDeps,
  account: AccountId,
  read: () => Promise<T>,
): Promise<T> {
  await catchUp(deps, account)
  const first = await read()
  if (first.booked === first.funds) return first
  deps.log.error({ account }, 'counted days do not sum to the balance; they are counted again')
  await startAgain(deps, account)
  await catchUp(deps, account)
  const again = await read()
  if (again.booked !== again.funds) throw new Error(`the entries of account ${account} do not sum to its balance`)
  return again
}

import { queryClient } from '../../../../api/query-client.ts'
import { reloadAccount } from '../../../../api/reload-account.ts'
import { balanceNow } from '../orders.ts'

/** Reloads come five seconds apart; the server charges a due card within five seconds. */
const RELOADS = 6

/** Reloads the account until the charge that was just set off has changed the balance, for half a minute at most. */
export async function reloadUntilCharged(before: string): Promise<void> {
  for (let reloads = 0; reloads < RELOADS && balanceNow() === before; reloads += 1) await reloadAccount(queryClient)
}

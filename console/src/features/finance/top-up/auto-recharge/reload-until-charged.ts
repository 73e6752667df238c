import { queryClient } from '../../../../api/query-client.ts'
import { reloadAccount } from '../../../../api/reload-account.ts'
import { balanceNow } from '../orders.ts'
import { hasRisen } from './rules.ts'

/** Reloads come five seconds apart; the server charges a due card within five seconds. */
const RELOADS = 6

/** Reloads the account until the charge that was just set off has raised the balance, for half a minute at most. */
export async function reloadUntilCharged(before: string): Promise<void> {
  for (let reloads = 0; reloads < RELOADS && !hasRisen(before, balanceNow()); reloads += 1)
    await reloadAccount(queryClient)
}

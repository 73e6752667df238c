import type { NetworkRow } from '@hongyan/contract/endpoints/support/status'
import type { AccountId } from '@hongyan/contract/ids'
import { support as limits } from '@hongyan/contract/limits/support'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { NetworkState } from '@hongyan/contract/vocabulary/support'
import { statement, type Tx } from '../../../db/tx.ts'

/** Figures that are older than their window say nothing about now, so they read as quiet. Counts stay inside. */
const ROWS = statement(
  'network_status.read',
  `select country, channel, delivered::float8 / nullif(finished, 0) as share, median_ms, since, counted_to, "stateNow"
   from (
     select *, case when counted_to > $2 then state else 'quiet' end as "stateNow" from network_status
     where partition = $1
   ) n
   order by array_position(array['outage', 'degraded', 'operational', 'quiet'], "stateNow"), country, channel`,
)

interface Row extends Pick<NetworkRow, 'country' | 'channel' | 'median_ms'> {
  readonly stateNow: NetworkState
  readonly share: number | null
  readonly since: Date
  readonly counted_to: Date
}

/** The rows of a partition, worst first, and the moment of their count; null where nothing was counted. */
export async function readStatus(
  tx: Tx,
  partition: Partition,
  now: Date,
): Promise<{ readonly rows: readonly NetworkRow[]; readonly countedTo: Date | null }> {
  const rows = await tx.run<Row>(ROWS, [partition, new Date(now.getTime() - limits.statusWindow)])
  return { rows: rows.map(presentRow), countedTo: rows[0]?.counted_to ?? null }
}

const OWN = statement(
  'network_status.own_countries',
  `select key as country from analytics_count
    where account_id = $1 and dimension = 'country' and key <> ''
      and day > ($2::timestamptz - interval '${limits.statusOwnDays} days')::date
    group by key having sum(messages) > 0 order by sum(messages) desc, key limit ${limits.statusOwn}`,
)

/** Reads the countries that an account sends most messages to, most first. */
export async function readOwnCountries(tx: Tx, account: AccountId, now: Date): Promise<readonly string[]> {
  const rows = await tx.run<{ readonly country: string }>(OWN, [account, now])
  return rows.map(({ country }) => country)
}

function presentRow({ country, channel, stateNow: state, share, median_ms, since }: Row): NetworkRow {
  const isQuiet = state === 'quiet'
  return {
    country,
    channel,
    state,
    delivered: isQuiet || share === null ? null : Math.round(share * 10_000) / 10_000,
    median_ms: isQuiet ? null : median_ms,
    since: since.toISOString(),
  }
}

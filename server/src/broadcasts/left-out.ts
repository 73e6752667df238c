import { setImmediate as immediate } from 'node:timers/promises'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { BroadcastScene, UnreachedChoice } from '@hongyan/contract/vocabulary/broadcast'
import { alone } from '../db/tx.ts'
import { csvOf, furtherCsv } from '../kit/csv.ts'
import { sceneSet } from '../pipeline/listed.ts'
import { checkMembers, hashKeysOf } from './audience-members.ts'
import type { AudienceRow } from './audience-store.ts'
import { closedCountries } from './audience-view.ts'
import type { AudienceCalls } from './audiences.ts'
import { readLeftOut } from './left-out-file.ts'
import { headingTexts, type ListReason, reasonTexts } from './left-out-texts.ts'

/** Members that are checked at once. */
const PAGE = 2_000
/** Rows that are formatted before requests that came meanwhile have their turn. */
const FORMATTED_AT_ONCE = 1_000

/**
 * The CSV file of the rows that get no message: those that the source leaves out, then those that the account's lists and
 * countries rule out for the scene at this moment, and the numbers that were not reached where the owner leaves them out.
 */
export async function* leftOutFile(
  deps: AudienceCalls,
  row: AudienceRow,
  choice: LeftOutChoice,
  locale: Locale,
): AsyncGenerator<Buffer> {
  const texts = reasonTexts(locale)
  yield Buffer.from(csvOf([headingTexts(locale)]))
  for await (const rows of allRows(deps, row, choice)) {
    for (let first = 0; first < rows.length; first += FORMATTED_AT_ONCE) {
      const some = rows.slice(first, first + FORMATTED_AT_ONCE)
      yield Buffer.from(furtherCsv(some.map(({ row: nr, value, reason }) => [String(nr), value, texts[reason]])))
      await immediate()
    }
  }
}

/** The message whose left-out rows are shown. */
export interface LeftOutChoice {
  readonly scene: BroadcastScene
  readonly unreached: UnreachedChoice
}

interface LeftOut {
  readonly row: number
  readonly value: string
  readonly reason: ListReason
}

async function* allRows(
  deps: AudienceCalls,
  row: AudienceRow,
  { scene, unreached }: LeftOutChoice,
): AsyncGenerator<readonly LeftOut[]> {
  yield* readLeftOut(deps.uploads, row)
  const { account_id: account, id } = row
  const db = alone(deps.pool)
  const closed = await closedCountries(deps, account, row.report.countries ?? [])
  const keys = await hashKeysOf(db, account)
  const checks = { keys, closed, scene: sceneSet([scene]), skipsUnreached: unreached === 'skip' }
  for (let after = 0; ;) {
    const members = await checkMembers(db, { account, id }, after, PAGE, checks)
    const last = members.at(-1)
    if (last === undefined) return
    yield members.flatMap(({ reason, ...member }) => (reason === null ? [] : [{ ...member, reason }]))
    after = last.row
  }
}

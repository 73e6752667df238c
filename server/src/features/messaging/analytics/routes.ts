import { analytics, type BreakdownRow, type Totals } from '@hongyan/contract/endpoints/messaging/analytics'
import type { SenderRuleRow } from '@hongyan/contract/endpoints/messaging/sender-rules'
import { DAY } from '@hongyan/contract/durations'
import { logs } from '@hongyan/contract/limits/messaging'
import type { Pool } from 'pg'
import { alone } from '../../../db/tx.ts'
import { implement, type Route } from '../../../http/implement.ts'
import { explained } from '../../../kit/explained.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { CountDeps } from './count.ts'
import { createRefresh, type DayRange } from './days.ts'
import { addUp, presentFigures } from './figures.ts'
import * as store from './store.ts'

export interface AnalyticsDeps extends Omit<CountDeps, 'networkOnly'> {
  readonly pool: Pool
  readonly senderRules: readonly SenderRuleRow[]
}

/** The countries whose receipts come from the network alone. */
export const networkOnly = ({ senderRules }: Pick<AnalyticsDeps, 'senderRules'>): readonly string[] =>
  senderRules.filter(({ dlr }) => dlr === 'network').map(({ iso2 }) => iso2)

const daysIn = ({ from, to }: DayRange): number => (Date.parse(to) - Date.parse(from)) / DAY + 1

const shifted = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 'YYYY-MM-DD'.length)

/** The same number of days just before. */
const previousOf = (range: DayRange): DayRange => {
  const days = daysIn(range)
  return { from: shifted(range.from, -days), to: shifted(range.to, -days) }
}

/** The days to read: the range, and the one before where both are compared. */
function rangesOf({ from, to, compare }: DayRange & { readonly compare?: 'previous' | undefined }) {
  const range = { from, to }
  if (daysIn(range) > logs.maxDays) throw new Refusal('range_too_wide', { field: 'from' })
  const previous = compare === undefined ? null : previousOf(range)
  return { range, previous, whole: { from: previous?.from ?? from, to } }
}

const totalOf = (days: readonly store.CountedDay[]): Totals => ({
  ...presentFigures(addUp(days)),
  recipients: Number(days.reduce((sum, { recipients }) => sum + recipients, 0n)),
})

export function analyticsRoutes(deps: AnalyticsDeps): readonly Route[] {
  const db = alone(deps.pool)
  const { refresh } = createRefresh({ ...deps, networkOnly: networkOnly(deps) })
  const receipts = new Map(deps.senderRules.map(({ iso2, dlr }) => [iso2, dlr]))
  return implement(analytics, {
    summary: async ({ caller: { account }, query }) => {
      const { range, previous, whole } = rangesOf(query)
      await refresh(account, whole)
      const [currency, days, before, oldest] = await Promise.all([
        store.readCurrency(db, account),
        store.readDays(db, account, range),
        previous === null ? null : store.readDays(db, account, previous),
        store.readOldestCount(db, account, range),
      ])
      return {
        currency,
        days: days.map((day) => ({ ...presentFigures(day), date: day.date, recipients: Number(day.recipients) })),
        total: totalOf(days),
        previous: previous === null || before === null ? null : { ...totalOf(before), ...previous },
        counted_at: oldest?.toISOString() ?? null,
      }
    },
    breakdown: async ({ caller: { account }, query, locale }) => {
      const { by } = query
      const { range, previous, whole } = rangesOf(query)
      await refresh(account, whole)
      const [currency, { rows, others }] = await Promise.all([
        store.readCurrency(db, account),
        store.readKeys(db, { account, by, ...range }),
      ])
      const [names, before] = await Promise.all([
        store.readNames(db, account, by, rows),
        previous === null ? null : store.readSameKeys(db, { account, by, ...previous }, rows),
      ])
      const present = (row: store.CountedKey): BreakdownRow => ({
        ...presentFigures(row),
        key: row.key === '' ? null : row.key,
        name: names.get(row.key) ?? null,
        receipt: by === 'country' ? (receipts.get(row.key) ?? null) : null,
        reason: by === 'error' ? explained(row.key, locale) : null,
        previous: before === null ? null : presentFigures(before.get(row.key) ?? addUp([])),
      })
      return {
        currency,
        rows: rows.map(present),
        others: others === null ? null : { ...presentFigures(others), latency: null, keys: others.keys },
      }
    },
  })
}

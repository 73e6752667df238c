import { exportFilters } from '@hongyan/contract/endpoints/messaging/exports'
import { decimalOf } from '@hongyan/contract/money'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { exportColumns } from '@hongyan/contract/vocabulary/export'
import { TradeDirection } from '@hongyan/contract/vocabulary/payment'
import type { Labels, Reader, Scope, Source, Value } from '../../../exports/source.ts'
import type { TransactionDeps } from './counted.ts'
import type { Holder } from './holder.ts'
import type { Line } from './lines.ts'
import { receiptNumber } from './present.ts'
import { linesOf } from './service.ts'
import { statementTexts } from './statement-texts.ts'

/** Lines of one day that are read at once. */
const AT_ONCE = 2_000

type Column = (line: Line, holder: Holder) => Value

const columns: Readonly<Record<keyof typeof exportColumns.transactions, Column>> = {
  at: ({ at }) => at.getTime(),
  id: ({ id }) => id,
  type: ({ type }) => type,
  direction: ({ direction }) => direction,
  in: ({ direction, amount }) => (direction === TradeDirection.In ? decimalOf(amount) : null),
  out: ({ direction, amount }) => (direction === TradeDirection.Out ? decimalOf(amount) : null),
  balance: ({ balance_after: balance }) => (balance === null ? null : decimalOf(balance)),
  currency: (_, { currency }) => currency,
  method: ({ method }) => method,
  status: ({ status }) => status,
  description: ({ kind, auto }) => (auto === true ? 'recharge' : kind),
  messages: ({ messages }) => (messages === null ? null : Number(messages)),
  receipt: ({ receipt }, { partition }) => (receipt === null ? null : receiptNumber(partition, receipt)),
}

function labels(language: Locale): Labels {
  const texts = statementTexts(language)
  const of = (names: Readonly<Record<string, string>>) => (value: string | number) => names[value] ?? String(value)
  return {
    type: of(texts.types),
    direction: of(texts.directions),
    method: of(texts.channels),
    status: of(texts.statuses),
    description: of({ ...texts.kinds, recharge: texts.recharge }),
  }
}

/** The day and the lines of it that were read: `2026-11-20 2000`. */
function placeOf(place: string | null, from: string): readonly [day: string, offset: number] {
  const [day = from, offset = '0'] = place?.split(' ') ?? []
  return [day, Number(offset)]
}

function nextDay(day: string): string {
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 10)
}

/** Reads day by day, because the balance behind a line builds on its day's lines before it. */
function readerOf(deps: TransactionDeps, { account, from, to, filters }: Scope): Reader {
  const filter = exportFilters.transactions.parse(filters)
  const oldestFirst = async (place: string | null, limit: number) => {
    const [day, offset] = placeOf(place, from)
    const order = 'oldest first' as const
    const { rows, total, holder } = await linesOf(
      deps,
      account,
      { ...filter, from: day, to: day },
      { limit, offset, order },
    )
    const read = offset + rows.length
    const isDayRead = rows.length < limit || read >= total
    return {
      lines: rows,
      holder,
      place: isDayRead ? nextDay(day) : `${day} ${read}`,
      isEnd: isDayRead && day >= to,
    }
  }
  return {
    count: async () => {
      const one = { limit: 1, offset: 0, order: 'oldest first' } as const
      const { total } = await linesOf(deps, account, { ...filter, from, to }, one)
      return { rows: total, place: null, isEnd: true }
    },
    read: async (place, { columns: names }) => {
      const { lines, holder, place: next, isEnd } = await oldestFirst(place, AT_ONCE)
      const rows = lines.map((line) =>
        names.map((name) => (columns as Readonly<Record<string, Column>>)[name]?.(line, holder) ?? null),
      )
      return { rows, done: rows.length, place: next, isEnd }
    },
  }
}

/** The transactions of an account, oldest first. */
export const exportedTransactions = (deps: TransactionDeps): Source => ({
  open: async (scope) => readerOf(deps, scope),
  labels,
})

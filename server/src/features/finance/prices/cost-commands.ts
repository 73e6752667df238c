import { decimalOf, micros } from '@hongyan/contract/money'
import { Currency } from '@hongyan/contract/vocabulary/account'
import type { Pool } from 'pg'
import { z } from 'zod'
import { inTransaction } from '../../../db/tx.ts'
import { type Arguments, type Command, type CommandResult, required } from '../../../kit/command.ts'
import { StartError } from '../../../kit/start-error.ts'
import { readCostFile } from '../../../pricing/cost-file.ts'
import { writeCosts } from '../../../pricing/cost-store.ts'
import { type Margin, readMargins } from './margin.ts'

interface CostDeps {
  readonly pool: Pool
}

async function importCosts({ pool }: CostDeps, { positionals: [file = ''] }: Arguments): Promise<CommandResult> {
  const costs = await readCostFile(file)
  await inTransaction(pool, (tx) => writeCosts(tx, costs))
  return { line: `${costs.length} costs were written.`, json: { costs: costs.length } }
}

async function printMargin({ pool }: CostDeps, args: Arguments): Promise<CommandResult> {
  const day = required(args, 'day')
  if (!z.iso.date().safeParse(day).success) {
    throw new StartError(`--day must be a day such as 2026-11-25, not "${day}".`)
  }
  const margins = await readMargins(pool, day)
  const sums = Object.values(Currency).flatMap((currency) => sumOf(currency, margins))
  const lines = [
    ...margins.map((margin) => `${margin.upstream}, ${margin.country}, ${lineOf(margin)}`),
    ...sums.map((sum) => `Sum, ${lineOf(sum)}`),
  ]
  const json = {
    day,
    rows: margins.map((margin) => ({ upstream: margin.upstream, iso2: margin.country, ...objectOf(margin) })),
    sums: sums.map(objectOf),
  }
  return { line: lines.length === 0 ? `No upstream carried a message on ${day}.` : lines.join('\n'), json }
}

type Sums = Omit<Margin, 'upstream' | 'country'>

function sumOf(currency: Currency, margins: readonly Margin[]): readonly Sums[] {
  const [first, ...others] = margins.filter((margin) => margin.currency === currency)
  if (first === undefined) return []
  const sum = others.reduce<Sums>(
    (total, each) => ({
      currency,
      messages: total.messages + each.messages,
      parts: total.parts + each.parts,
      charged: micros(total.charged + each.charged),
      cost: micros(total.cost + each.cost),
      withoutCost: total.withoutCost + each.withoutCost,
    }),
    first,
  )
  return [sum]
}

function lineOf({ currency, messages, parts, charged, cost, withoutCost }: Sums): string {
  const money = [
    `charged ${decimalOf(charged)}`,
    `cost ${decimalOf(cost)}`,
    `margin ${decimalOf(micros(charged - cost))}`,
  ]
  const unknown = withoutCost === 0n ? '' : `, ${withoutCost} messages without a cost`
  return `${currency}: ${messages} messages, ${parts} parts, ${money.join(', ')}${unknown}`
}

const objectOf = ({ currency, messages, parts, charged, cost, withoutCost }: Sums) => ({
  currency,
  messages: Number(messages),
  parts: Number(parts),
  charged: decimalOf(charged),
  cost: decimalOf(cost),
  margin: decimalOf(micros(charged - cost)),
  without_cost: Number(withoutCost),
})

export const costCommands: readonly Command<CostDeps>[] = [
  { name: 'upstream costs import', usage: '<file> [--json]', options: {}, arity: 1, run: importCosts },
  {
    name: 'upstream margin',
    usage: '--day <YYYY-MM-DD> [--json]',
    options: { day: 'text' },
    arity: 0,
    run: printMargin,
  },
]

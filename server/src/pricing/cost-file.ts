import type { Micros } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import type { MessageScene } from '@hongyan/contract/vocabulary/message'
import { z } from 'zod'
import { type AmountFile, amountIn, currencyIn, type Fail, readAmountFile, sceneIn } from './amount-file.ts'

/** What an upstream charges the house for one part, from a moment on. */
export interface UpstreamCost {
  /** The code of the upstream's link. */
  readonly upstream: string
  /** ISO 3166 alpha-2. */
  readonly country: string
  /** `*` stands for every scene without a cost of its own. */
  readonly scene: MessageScene | '*'
  readonly currency: Currency
  readonly unitCost: Micros
  readonly effectiveFrom: Date
}

const costFile: AmountFile<UpstreamCost> = {
  columns: ['upstream', 'iso2', 'scene', 'currency', 'unit_cost', 'effective_from'],
  rows: 'costs',
  readRow,
  keyOf: ([upstream, country, scene, currency, , from]) => [upstream, country, scene, currency, from].join(','),
}

/** Reads a file of costs. Throws a StartError with one sentence that names file, line and reason. */
export const readCostFile = (file: string): Promise<readonly UpstreamCost[]> => readAmountFile(costFile, file)

function readRow(cells: readonly string[], fail: Fail): UpstreamCost {
  const [upstream = '', country = '', scene = '', currency = '', amount = '', from = ''] = cells
  if (/^[0-9a-f]{32}$/.test(upstream)) {
    throw fail(`"${upstream}" is a channel on a customer's own account, which costs the house nothing`)
  }
  if (!/^[a-z][a-z0-9_-]{0,30}$/.test(upstream)) throw fail(`"${upstream}" is no code of an upstream`)
  if (!/^[A-Z]{2}$/.test(country)) throw fail(`"${country}" is no country code of two capital letters`)
  if (!z.iso.datetime({ offset: true }).safeParse(from).success) {
    throw fail(`"${from}" is no moment such as 2026-12-01T00:00:00Z`)
  }
  return {
    upstream,
    country,
    scene: sceneIn(scene, fail),
    currency: currencyIn(currency, fail),
    unitCost: amountIn(amount, 'cost', fail),
    effectiveFrom: new Date(from),
  }
}

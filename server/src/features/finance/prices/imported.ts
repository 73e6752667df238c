import { decimalOf } from '@hongyan/contract/money'
import type { Change } from './compare.ts'
import type { Imported } from './import.ts'

/** Describes an import, or a dry run, in one line. */
export function lineOf({ version, effectiveFrom, comparison }: Imported, dryRun: boolean): string {
  const { prices, added, changed, dropped, largestRise, largestFall } = comparison
  const counted = `${prices} prices, ${added} new, ${changed} changed, ${dropped.length} dropped`
  const most = [
    ...(largestRise === null ? [] : [`largest rise ${changeOf(largestRise)}`]),
    ...(largestFall === null ? [] : [`largest fall ${changeOf(largestFall)}`]),
  ]
  const [done, holds] = dryRun ? ['Nothing was written: v', 'would hold'] : ['V', 'holds']
  return `${done}ersion ${version} ${holds} from ${effectiveFrom.toISOString()}: ${[counted, ...most].join('; ')}.`
}

export function objectOf({ version, effectiveFrom, comparison }: Imported, dryRun: boolean): object {
  const { prices, added, changed, dropped, largestRise, largestFall } = comparison
  return {
    version,
    written: !dryRun,
    effective_from: effectiveFrom.toISOString(),
    prices,
    new: added,
    changed,
    dropped: dropped.length,
    largest_rise: presentChange(largestRise),
    largest_fall: presentChange(largestFall),
  }
}

const changeOf = (change: Change): string => {
  const { country, scene, currency, before, after } = change
  const percent = percentOf(change)
  const percentage = percent === null ? '' : ` (${percent} %)`
  return `${country}, scene ${scene}, ${currency}: ${decimalOf(before)} to ${decimalOf(after)}${percentage}`
}

function presentChange(change: Change | null): object | null {
  if (change === null) return null
  const { country, product, scene, currency, before, after } = change
  const prices = { before: decimalOf(before), after: decimalOf(after), percent: percentOf(change) }
  return { iso2: country, product, scene, currency, ...prices }
}

/** The change in percent, cut to one decimal. Null where there was no price before. */
function percentOf({ before, after }: Change): string | null {
  if (before === 0n) return null
  const tenths = ((after - before) * 1_000n) / before
  const size = tenths < 0n ? -tenths : tenths
  return `${after < before ? '-' : '+'}${size / 10n}.${size % 10n}`
}

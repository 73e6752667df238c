import { shownMoney } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { signed } from '@hongyan/contract/money-text'

interface MoneyProps {
  /** The exact decimal string of the wire. */
  exact: string
  currency: Currency
  decimals: number
}

/** `$` or `¥` before the cut digits, a minus before both (ruling 2). Of four decimals the last two are dimmed. */
export function Money({ exact, currency, decimals }: MoneyProps) {
  const { sign, digits } = signed(exact)
  const shown = shownMoney(digits, decimals)
  const main = decimals === 4 ? shown.slice(0, -2) : shown
  return (
    <span className="whitespace-nowrap">
      {sign}
      {currency === 'USD' ? '$' : '¥'}
      {main}
      {decimals === 4 && <span className="text-ink-3">{shown.slice(-2)}</span>}
    </span>
  )
}

/** The format of the top bar: `$1,284.37 USD`, `￥812.34 CNY` with the full-width sign (ruling 2). */
export function BarMoney({ exact, currency }: Omit<MoneyProps, 'decimals'>) {
  const { sign, digits } = signed(exact)
  return (
    <span className="text-sm whitespace-nowrap tabular-nums">
      <span className="font-medium">
        {sign}
        {currency === 'USD' ? '$' : '￥'}
        {shownMoney(digits, 2)}
      </span>{' '}
      <span className="ml-0.5 text-ink-3">{currency}</span>
    </span>
  )
}

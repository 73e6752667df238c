import type { Transaction } from '@hongyan/contract/endpoints/finance/transactions'
import { TradeDirection, TransactionStatus } from '@hongyan/contract/vocabulary/payment'
import { useAccount } from '../../../api/account.ts'
import { useText } from '../../../i18n/text.ts'
import { cx } from '../../../ui/cx.ts'
import { Money } from '../../../ui/money.tsx'
import { signed } from '@hongyan/contract/money-text'
import { isZero } from './figures.ts'
import { directionLabels } from './labels.ts'

interface FigureProps {
  exact: string
  decimals: 4 | 6
  /** Replaces the amount's own sign by that of its direction. */
  sign?: '+' | '−'
}

/** An amount with its sign before the currency's, cut to its decimals and exact on hover (ruling 2). */
export function Figure({ exact, decimals, sign }: FigureProps) {
  const { currency } = useAccount()
  const { sign: own, digits } = signed(exact)
  const before = isZero(digits) ? '' : (sign ?? own)
  return (
    <span title={`${before}${digits} ${currency}`} className="whitespace-nowrap">
      {before}
      <Money exact={digits} currency={currency} decimals={decimals} />
    </span>
  )
}

export const signOf = (direction: TradeDirection): '+' | '−' => (direction === TradeDirection.In ? '+' : '−')

/** Amounts that moved no money are dimmed, incoming ones are green. */
const looks = ({ direction, status }: Pick<Transaction, 'direction' | 'status'>): string => {
  if (status === TransactionStatus.Pending || status === TransactionStatus.Failed) return 'text-ink-3'
  return direction === TradeDirection.In ? 'text-ok' : ''
}

interface AmountProps {
  line: Pick<Transaction, 'direction' | 'status' | 'amount'>
  decimals?: 4 | 6
}

/** The amount of a line, its direction as text, sign and colour. */
export function Amount({ line, decimals = 4 }: AmountProps) {
  const t = useText()
  return (
    <span className="inline-flex items-baseline gap-2">
      <span className="text-xs font-normal text-ink-3">{t(directionLabels[line.direction])}</span>
      <span className={cx('font-medium', looks(line))}>
        <Figure exact={line.amount} decimals={decimals} sign={signOf(line.direction)} />
      </span>
    </span>
  )
}

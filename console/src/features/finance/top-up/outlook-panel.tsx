import type { TopUpChoice } from '@hongyan/contract/endpoints/finance/top-up'
import { decimalOf, type Micros, ZERO } from '@hongyan/contract/money'
import { isBlocked } from '@hongyan/contract/vocabulary/payment'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccount } from '../../../api/account.ts'
import { formatNumber, useLocale, useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { useMinute } from '../../../lib/use-minute.ts'
import { Note } from '../../../ui/note.tsx'
import { moneyText, priceText, sumOf } from './amount.ts'
import { AutoRechargeNote } from './auto-recharge-note.tsx'
import { isOver, tierOf } from './cashback.ts'
import { minutes } from './cashback-dialog.tsx'
import { estimateOf } from './outlook.ts'

const TEN_THOUSAND = 10_000

function Row({ title, large = false, children }: { title: string; large?: boolean; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-t border-line py-2.5">
      <dt className="text-ink-2">{title}</dt>
      <dd className={`tabular-nums ${large ? 'text-md font-semibold' : 'font-medium'}`}>{children}</dd>
    </div>
  )
}

/** Chinese groups large numbers by ten thousands. */
function useCount(): (count: number) => string {
  const t = useText()
  const chinese = useLocale() === 'zh-CN'
  return (count) =>
    chinese && count >= TEN_THOUSAND
      ? t('top-up.tenThousands', { count: formatNumber(count / TEN_THOUSAND, { maximumFractionDigits: 2 }) })
      : t('top-up.messages', { count: formatNumber(count) })
}

function EstimateLine({ outlook, amount }: { outlook: NonNullable<TopUpChoice['outlook']>; amount: Micros | null }) {
  const t = useText()
  const locale = useLocale()
  const count = useCount()
  const { currency } = useAccount()
  const estimate = estimateOf(amount, outlook)
  if (!estimate) return null
  const { iso2, unit_price: unit } = outlook
  const country = new Intl.DisplayNames(locale, { type: 'region' }).of(iso2) ?? iso2
  const values = { messages: count(estimate.messages), iso2, country, price: priceText(unit, currency) }
  return (
    <p className="text-sm text-ink-3">
      {estimate.days === null ? t('top-up.reach', values) : t('top-up.reachDays', { ...values, days: estimate.days })}
    </p>
  )
}

function CashbackNote({ amount }: { amount: Micros | null }) {
  const t = useText()
  const { from, min, max } = tierOf(amount)
  return (
    <Note>{t('top-up.cashbackNote', { from: moneyText(from, 'CNY', 0), least: `¥${min}`, most: max, minutes })}</Note>
  )
}

/**
 * The balance after the top-up, and an estimate of how long it lasts. Every figure can be computed from those beside
 * it.
 */
export function OutlookPanel({ choice, amount }: { choice: TopUpChoice | undefined; amount: Micros | null }) {
  const t = useText()
  const { balance_amount: balance, config, currency } = useAccount()
  const canWin = !isBlocked(config.acct_status, 'alipay')
  const until = choice?.cashback_until ?? null
  const now = useMinute()
  return (
    <aside className="grid content-start gap-4" aria-labelledby="after">
      <div>
        <h2 id="after" className="mb-2 pt-1 font-semibold">
          {t('top-up.after')}
        </h2>
        <dl className="border-b border-line">
          <Row title={t('top-up.balance')}>{moneyText(balance, currency)}</Row>
          <Row title={t('top-up.thisTopUp')}>+ {moneyText(decimalOf(amount ?? ZERO), currency)}</Row>
          <Row title={t('top-up.newBalance')} large>
            {moneyText(sumOf(balance, amount), currency)}
          </Row>
        </dl>
      </div>
      {choice?.outlook && <EstimateLine outlook={choice.outlook} amount={amount} />}
      <p className="text-sm">
        <Link to={paths.prices} className="text-link">
          {t('top-up.prices')}
        </Link>
      </p>
      {until !== null && canWin && !isOver(until, now.getTime()) && <CashbackNote amount={amount} />}
      {choice?.cards && <AutoRechargeNote />}
    </aside>
  )
}

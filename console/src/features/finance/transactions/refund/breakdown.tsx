import type { RefundOffer } from '@hongyan/contract/endpoints/finance/refunds'
import { decimalOf, type Micros, micros } from '@hongyan/contract/money'
import type { RefundSum } from '@hongyan/contract/refund'
import { formatDate, useText } from '../../../../i18n/text.ts'
import { cx } from '../../../../ui/cx.ts'
import { moneyText } from '@hongyan/contract/money-text'
import { channelLabels } from '../labels.ts'
import { termsOf } from './refund-request.ts'

/** The fee begins at a time of that day. */
const UNTIL = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

interface PartProps {
  title: string
  figure: string
  hint?: string | undefined
  strong?: boolean
}

function Part({ title, figure, hint, strong = false }: PartProps) {
  return (
    <div className={cx('flex items-start justify-between gap-4', strong && 'border-t border-line pt-2 font-medium')}>
      <dt className={strong ? '' : 'text-ink-2'}>
        {title}
        {hint !== undefined && <p className="text-xs text-ink-3">{hint}</p>}
      </dt>
      <dd className="whitespace-nowrap tabular-nums">{figure}</dd>
    </div>
  )
}

interface BreakdownProps {
  offer: RefundOffer
  /** Null while the typed amount cannot be refunded. */
  sum: RefundSum | null
}

/** The fee, the withheld cashback and the payout. */
export function Breakdown({ offer, sum }: BreakdownProps) {
  const t = useText()
  const { currency, channel, fee_percent: percent } = offer
  const { clawback, withheld } = termsOf(offer)
  const shown = (amount: Micros): string => moneyText(decimalOf(amount), currency, 2)
  const kept = (amount: Micros | undefined): string =>
    amount === undefined ? '–' : shown(micros(amount === 0n ? 0n : -amount))
  return (
    <section aria-label={t('refund.breakdown')} className="rounded-md bg-fill px-4 py-3 text-sm">
      <dl className="grid gap-2">
        <Part
          title={t('refund.refundable')}
          figure={moneyText(offer.refundable, currency, 2)}
          hint={t('refund.refundableHint')}
        />
        <Part
          title={t('refund.fee', { percent })}
          figure={kept(sum?.fee)}
          hint={percent === 0 ? t('refund.free', { until: formatDate(new Date(offer.fee_from), UNTIL) }) : undefined}
        />
        {clawback > 0n && (
          <Part title={t('refund.clawback')} figure={shown(clawback)} hint={t('refund.clawbackHint')} />
        )}
        {withheld > 0n && <Part title={t('refund.withheld')} figure={kept(withheld)} />}
        <Part
          title={t('refund.paidOut', { channel: t(channelLabels[channel]) })}
          figure={sum === null ? '–' : shown(sum.paidOut)}
          strong
        />
      </dl>
    </section>
  )
}

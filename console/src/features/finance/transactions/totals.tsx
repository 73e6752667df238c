import type { TransactionSummary } from '@hongyan/contract/endpoints/finance/transactions'
import { zoneName } from '@hongyan/contract/zone'
import type { ReactNode } from 'react'
import { currentLocale, useText } from '../../../i18n/text.ts'
import type { TextId } from '../../../i18n/ids.ts'
import { TextPlaceholder } from '../../../ui/text-placeholder.tsx'
import { Figure } from './figure.tsx'
import { moneyText } from '@hongyan/contract/money-text'
import { decimalsOf, isZero } from './figures.ts'
import type { Summary } from './queries.ts'

interface SumProps {
  title: TextId
  /** The operator before this figure, hidden from screen readers. */
  by?: '+' | '−' | '='
  looks?: string
  children: ReactNode
}

function Sum({ title, by, looks, children }: SumProps) {
  const t = useText()
  return (
    <div className="relative min-w-0 px-4 py-3 sm:px-6 sm:py-4">
      {by !== undefined && (
        <span
          aria-hidden
          className="absolute top-1/2 left-0 hidden size-5 -translate-1/2 place-items-center rounded-full border border-line bg-raised text-xs text-ink-3 lg:grid"
        >
          {by}
        </span>
      )}
      <dt className="text-xs text-ink-3">{t(title)}</dt>
      <dd className={`mt-0.5 text-md font-semibold ${looks ?? ''}`}>{children}</dd>
    </div>
  )
}

const WAITING = <TextPlaceholder width={88} />

function Sums({ totals }: { totals: TransactionSummary | undefined }) {
  const decimals = totals ? decimalsOf([totals.opening, totals.in, totals.out, totals.closing]) : 4
  const shown = (figure: 'opening' | 'in' | 'out' | 'closing', sign?: '+' | '−') =>
    totals ? <Figure exact={totals[figure]} decimals={decimals} {...(sign && { sign })} /> : WAITING
  return (
    <dl className="grid grid-cols-2 lg:grid-cols-4 lg:divide-x lg:divide-line">
      <Sum title="transactions.opening">{shown('opening')}</Sum>
      <Sum title="transactions.in" by="+" looks="text-ok">
        {shown('in', '+')}
      </Sum>
      <Sum title="transactions.out" by="−">
        {shown('out', '−')}
      </Sum>
      <Sum title="transactions.closing" by="=">
        {shown('closing')}
      </Sum>
    </dl>
  )
}

/** Opening, incoming, outgoing and closing balance of the period. The first three make the fourth. */
export function Totals({ summary: { totals, failed }, narrowed }: { summary: Summary; narrowed: boolean }) {
  const t = useText()
  const held = totals !== undefined && !isZero(totals.held)
  return (
    <section
      aria-label={t('transactions.totals')}
      aria-busy={totals === undefined && !failed}
      className="mb-4 rounded-lg border border-line bg-raised"
    >
      {failed ? (
        <p className="p-4 text-sm text-bad sm:px-6">{t('transactions.totalsNotLoaded')}</p>
      ) : (
        <Sums totals={totals} />
      )}
      <p className="flex min-h-8 flex-wrap gap-x-3 border-t border-line px-4 py-1.5 text-xs text-ink-3 sm:px-6">
        {totals && <span>{t('transactions.zone', { zone: zoneName(totals.time_zone, currentLocale()) })}</span>}
        {held && (
          <span>
            {t('transactions.heldNow', { amount: moneyText(totals.held, totals.currency, decimalsOf([totals.held])) })}
          </span>
        )}
        {narrowed && <span>{t('transactions.totalsOfAll')}</span>}
      </p>
    </section>
  )
}

import type { AnalyticsSummary } from '@hongyan/contract/endpoints/messaging/analytics'
import { type ReactNode, useId } from 'react'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { Money } from '../../../ui/money.tsx'
import { TextPlaceholder } from '../../../ui/text-placeholder.tsx'
import { ChangeMark } from './change.tsx'
import { type Change, DASH, inPoints, rateOf, rateText, relative, spanText, waitingOf } from './figures.ts'
import { Figure, type FigureName } from './links.tsx'

interface Card {
  readonly title: string
  /** Null without a value. */
  readonly value: ReactNode
  readonly of: FigureName
  readonly change: Change | null
  /** A second figure, shown where nothing is compared. */
  readonly note?: ReactNode
}

/** The figures of the whole range, each with its change or a figure beside it. */
function useCards({ total, previous, currency }: AnalyticsSummary): readonly Card[] {
  const t = useText()
  const waiting = waitingOf(total)
  const { latency, cost_per_delivered: each } = total
  const change = (pick: (of: typeof total) => number | null) => relative(pick(total), previous && pick(previous))
  return [
    {
      title: t('analytics.messages'),
      value: formatNumber(total.messages),
      of: 'messages',
      change: change((of) => of.messages),
      note: t('analytics.parts', { count: total.parts }),
    },
    {
      title: t('analytics.delivered'),
      value: formatNumber(total.delivered),
      of: 'delivered',
      change: change((of) => of.delivered),
      note: waiting > 0 && <Figure of="waiting">{t('analytics.waiting', { count: waiting })}</Figure>,
    },
    {
      title: t('analytics.rate'),
      value: rateOf(total) === null ? null : rateText(rateOf(total) ?? 0),
      of: 'messages',
      change: inPoints(rateOf(total), previous && rateOf(previous)),
    },
    {
      title: t('analytics.failed'),
      value: formatNumber(total.failed),
      of: 'failed',
      change: change((of) => of.failed),
    },
    {
      title: t('analytics.p95'),
      value: latency && spanText(latency.p95),
      of: 'delivered',
      change: change((of) => of.latency?.p95 ?? null),
      note: latency && t('analytics.otherPercentiles', { median: spanText(latency.p50), most: spanText(latency.p99) }),
    },
    {
      title: t('analytics.cost'),
      value: <Money exact={total.cost} currency={currency} decimals={2} />,
      of: 'cost',
      change: change((of) => Number(of.cost)),
    },
    {
      title: t('analytics.costPerDelivered'),
      value: each && <Money exact={each} currency={currency} decimals={4} />,
      of: 'cost',
      change: change((of) => (of.cost_per_delivered === null ? null : Number(of.cost_per_delivered))),
    },
    {
      title: t('analytics.recipients'),
      value: formatNumber(total.recipients),
      of: 'messages',
      change: change((of) => of.recipients),
    },
  ]
}

const frame = 'grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line min-[1100px]:grid-cols-4'

function OneCard({ card: { title, value, of, change, note }, compared }: { card: Card; compared: boolean }) {
  const t = useText()
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="min-w-0 bg-raised p-4 sm:px-6 sm:py-5">
      <p id={id} className="text-sm text-ink-2">
        {title}
      </p>
      <p className="mt-1 text-[22px] leading-tight font-semibold tabular-nums sm:text-figure">
        {value === null ? (
          DASH
        ) : (
          <Figure of={of} label={t('analytics.openMessages', { figure: title })}>
            {value}
          </Figure>
        )}
      </p>
      <p className="mt-1 min-h-4 text-xs text-ink-3">{compared ? <ChangeMark change={change} /> : note}</p>
    </div>
  )
}

export function FigureCards({ summary }: { summary: AnalyticsSummary }) {
  const t = useText()
  const cards = useCards(summary)
  return (
    <section aria-label={t('analytics.figures')} className={frame}>
      {cards.map((card) => (
        <OneCard key={card.title} card={card} compared={summary.previous !== null} />
      ))}
    </section>
  )
}

const WAITING = ['messages', 'delivered', 'rate', 'failed', 'p95', 'cost', 'costPerDelivered', 'recipients'] as const

/** The cards before the figures are loaded. */
export function WaitingCards() {
  const t = useText()
  return (
    <section aria-label={t('analytics.figures')} aria-busy className={frame}>
      {WAITING.map((name) => (
        <div key={name} className="bg-raised p-4 sm:px-6 sm:py-5">
          <p className="text-sm text-ink-2">{t(`analytics.${name}`)}</p>
          <p className="mt-1 text-[22px] leading-tight sm:text-figure">
            <TextPlaceholder width={88} />
          </p>
          <p className="mt-1 min-h-4 text-xs" />
        </div>
      ))}
    </section>
  )
}

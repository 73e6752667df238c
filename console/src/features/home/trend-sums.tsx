import { formatNumber, useText } from '../../i18n/text.ts'
import { TextPlaceholder } from '../../ui/text-placeholder.tsx'
import type { Figures } from './figures.ts'
import { DASH, shownAverage, shownRate } from './formats.ts'

/** The sums and averages of the period, with placeholders while loading. */
export function TrendSums({ figures }: { figures: Figures | null }) {
  const t = useText()
  const shown = (value: number | null | undefined, show: (value: number) => string) =>
    value === undefined ? <TextPlaceholder width={64} /> : value === null ? DASH : show(value)
  const sums = [
    [t('home.sum.messages'), shown(figures?.sum_msg_cnt, formatNumber)],
    [t('home.sum.recipients'), shown(figures?.sum_to_cnt, formatNumber)],
    [t('home.average.messages'), shown(figures?.avg_msg_cnt, shownAverage)],
    [t('home.average.recipients'), shown(figures?.avg_to_cnt, shownAverage)],
    [t('home.average.rate'), shown(figures?.avg_dr, (rate) => `${shownRate(rate)}%`)],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3.5 md:grid-cols-3 min-[1100px]:grid-cols-5">
      {sums.map(([name, value]) => (
        <div key={name}>
          <dt className="text-xs text-ink-3">{name}</dt>
          <dd className="mt-0.5 text-md font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

import type { DayCount } from '@hongyan/contract/endpoints/messaging/statistics'
import { formatNumber, useText } from '../../i18n/text.ts'
import { weekdayText } from '../../ui/chart/day-text.ts'

/** The chart as a table for screen readers: every day of the period and today. */
export function DayTable({ days }: { days: readonly DayCount[] }) {
  const t = useText()
  return (
    <div className="sr-only">
      <table>
        <caption>{t('home.chart.label')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('home.date')}</th>
            <th scope="col">{t('home.messages')}</th>
            <th scope="col">{t('home.recipients')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row">{weekdayText(day.date)}</th>
              <td>{formatNumber(day.msg_cnt)}</td>
              <td>{formatNumber(day.to_cnt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

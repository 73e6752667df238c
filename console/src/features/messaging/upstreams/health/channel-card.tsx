import type { UpstreamHealth } from '@hongyan/contract/endpoints/messaging/upstreams'
import { useMemo, useState } from 'react'
import { formatDate, formatNumber, useText } from '../../../../i18n/text.ts'
import { Card } from '../../../../ui/card.tsx'
import { DayChart } from '../../../../ui/chart/day-chart.tsx'
import { Legend } from '../../../../ui/chart/series-marks.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { Status } from '../../../../ui/status.tsx'
import { isOwn, latencyText, shareText, stateLooks } from '../labels.ts'
import { Probe } from '../probe.tsx'
import type { HealthPeriod } from '../search.ts'
import { groupsOf, sumOf } from './groups.ts'

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const SHORT: Readonly<Record<HealthPeriod, Intl.DateTimeFormatOptions>> = {
  '1h': CLOCK,
  '24h': CLOCK,
  '7d': { weekday: 'short' },
}
const LONG = { day: 'numeric', month: 'short', ...CLOCK } as const

interface PartProps {
  channel: UpstreamHealth
  period: HealthPeriod
}

/** The state of a channel, since when it has it, and the next probe of a degraded one. */
function State({ channel: { state, since, probe_at: probe } }: Pick<PartProps, 'channel'>) {
  const t = useText()
  const { tone, title } = stateLooks[state]
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
      <Status tone={tone}>{t(title)}</Status>
      {since !== null && (
        <span className="text-ink-3">
          {t('upstreams.since')} <Moment at={since} seconds />
        </span>
      )}
      {state === 'degraded' && (
        <span className="text-ink-3">
          <Probe at={probe} />
        </span>
      )}
    </p>
  )
}

function Figures({ channel: { points } }: Pick<PartProps, 'channel'>) {
  const t = useText()
  const { submitted, errors, receipts, p95 } = sumOf(points)
  const figures = [
    { title: t('upstreams.submitted'), text: formatNumber(submitted) },
    { title: t('upstreams.errorShare'), text: shareText(errors, submitted) },
    { title: t('upstreams.slowest'), text: latencyText(p95) },
    { title: t('upstreams.receipts'), text: shareText(receipts, submitted - errors) },
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
      {figures.map(({ title, text }) => (
        <div key={title}>
          <dt className="text-xs text-ink-3">{title}</dt>
          <dd className="mt-0.5 text-md font-semibold tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function Chart({ channel: { name, points }, period }: PartProps) {
  const t = useText()
  const [now] = useState(Date.now)
  const latest = Math.max(now, ...points.map(({ at }) => Date.parse(at)))
  const groups = useMemo(() => groupsOf(points, period, latest), [points, period, latest])
  const names = { bar: t('upstreams.submitted'), line: t('upstreams.errors') }
  const days = useMemo(
    () => groups.map(({ at, submitted, errors }) => ({ date: at, bar: submitted, line: errors })),
    [groups],
  )
  const latencyOf = (date: string) => latencyText(groups.find(({ at }) => at === date)?.p95 ?? null)
  return (
    <div className="mt-5">
      <Legend names={names} />
      <div className="mt-2 min-h-[192px] sm:min-h-[252px]">
        <DayChart
          label={t('upstreams.chartOf', { name })}
          days={days}
          today={days.at(-1)?.date ?? ''}
          names={names}
          short={(date) => formatDate(date, SHORT[period])}
          long={(date) => formatDate(date, LONG)}
          more={({ date }) => t('upstreams.latencyOf', { latency: latencyOf(date) })}
          spoken={({ date, bar, line }) =>
            t('upstreams.pointValue', {
              time: formatDate(date, LONG),
              submitted: formatNumber(bar),
              errors: formatNumber(line),
              latency: latencyOf(date),
            })
          }
        />
      </div>
    </div>
  )
}

function TopErrors({ channel: { errors } }: Pick<PartProps, 'channel'>) {
  const t = useText()
  if (errors.length === 0) return null
  return (
    <section className="mt-5">
      <h3 className="text-sm font-medium">{t('upstreams.topErrors')}</h3>
      <ul className="mt-1.5 divide-y divide-line border-y border-line text-sm">
        {errors.map(({ code, count }) => (
          <li key={code} className="flex items-baseline justify-between gap-4 py-1.5">
            <span className="min-w-0 font-mono text-xs wrap-anywhere">{code}</span>
            <span className="tabular-nums">{formatNumber(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One channel over a period: its figures, its messages and errors as a chart, and its most frequent errors. */
export function ChannelCard(part: PartProps) {
  const t = useText()
  const { channel } = part
  const isQuiet = channel.points.every(({ submitted }) => submitted === 0)
  return (
    <Card>
      <div className="mb-4 grid gap-1">
        <h2 className="font-semibold wrap-anywhere">{channel.name}</h2>
        <State channel={channel} />
      </div>
      {isQuiet ? (
        <p className="text-sm text-ink-3">{t(isOwn(channel) ? 'upstreams.quiet' : 'upstreams.ownQuiet')}</p>
      ) : (
        <>
          <Figures channel={channel} />
          <Chart {...part} />
          <TopErrors channel={channel} />
        </>
      )}
    </Card>
  )
}

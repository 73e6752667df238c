import type { HealthReport } from '@hongyan/contract/endpoints/messaging/upstreams'
import { useNavigate } from '@tanstack/react-router'
import { useCountryName } from '../../../../api/regions.ts'
import { joined } from '../../../../i18n/joined.ts'
import { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { Card } from '../../../../ui/card.tsx'
import { Segmented } from '../../../../ui/choice.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { Note } from '../../../../ui/note.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useHealth } from '../queries.ts'
import { healthPeriods, type UpstreamSearch } from '../search.ts'
import { ChannelCard } from './channel-card.tsx'

/** Warns of countries whose messages have no second channel. */
function SingleNote({ report: { upstreams, single_upstream: single } }: { report: HealthReport }) {
  const t = useText()
  const countryName = useCountryName(single.length > 0)
  if (single.length === 0) return null
  const channels = upstreams.filter(({ id }) => single.some((each) => each.id === id))
  return (
    <Note title={t('upstreams.single')}>
      {channels.map(({ id, name }) => (
        <span key={id} className="block">
          {t('upstreams.singleOf', {
            name,
            countries: joined(single.filter((each) => each.id === id).map(({ country }) => countryName(country))),
          })}
        </span>
      ))}
    </Note>
  )
}

/** The health of every channel over an hour, a day or a week. */
export default function HealthTab({ search: { period = '1h' } }: { search: UpstreamSearch }) {
  const t = useText()
  const navigate = useNavigate({ from: paths.upstreams })
  const { report, error, refreshing, retry } = useHealth(period)
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="text-sm text-ink-3">{t('upstreams.healthText')}</p>
        <Segmented
          label={t('upstreams.period')}
          choices={healthPeriods.map((value) => ({ value, title: t(`upstreams.period.${value}`) }))}
          value={period}
          onChange={(chosen) =>
            void navigate({
              search: { tab: 'health', ...(chosen !== '1h' && { period: chosen }) },
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      {error ? (
        <Card>
          <ErrorPanel title={t('upstreams.healthNotLoaded')} error={error} onRetry={retry} />
        </Card>
      ) : report === undefined ? (
        <Skeleton label={t('ui.loading')} />
      ) : (
        <div aria-busy={refreshing} className={`grid grid-cols-1 gap-4 ${refreshing ? 'opacity-60' : ''}`}>
          <SingleNote report={report} />
          {report.upstreams.map((channel) => (
            <ChannelCard key={channel.id} channel={channel} period={period} />
          ))}
        </div>
      )}
    </div>
  )
}

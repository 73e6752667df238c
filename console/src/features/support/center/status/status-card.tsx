import type { Incident, NetworkRow } from '@hongyan/contract/endpoints/support/status'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useCountryName } from '../../../../api/regions.ts'
import type { TextId } from '../../../../i18n/ids.ts'
import { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { Card } from '../../../../ui/card.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { Dot } from '../../../../ui/status.tsx'
import { channelTitles, NetworkStateMark, shareText } from './figures.tsx'
import { IncidentTag } from './incident-card.tsx'
import { useStatus } from './queries.ts'
import { cardRows, summaryOf } from './summary.ts'

function OpenIncidents({ incidents }: { incidents: readonly Incident[] }) {
  return (
    <ul className="mt-4 grid gap-3 border-t border-line pt-4 text-sm">
      {incidents.map((incident) => {
        const [newest] = incident.updates
        return (
          <li key={incident.id}>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-medium wrap-anywhere">{incident.title}</span>
              <IncidentTag incident={incident} />
            </p>
            {newest !== undefined && (
              <p className="mt-0.5 wrap-anywhere text-ink-2">
                {newest.text}{' '}
                <span className="text-ink-3">
                  <Moment at={newest.at} minutes />
                </span>
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Rows({ title, rows }: { title: TextId; rows: readonly NetworkRow[] }) {
  const t = useText()
  const id = useId()
  const countryName = useCountryName()
  if (rows.length === 0) return null
  return (
    <div className="mt-4 border-t border-line pt-4 text-sm">
      <h3 id={id} className="text-ink-3">
        {t(title)}
      </h3>
      <ul aria-labelledby={id} className="divide-y divide-line">
        {rows.map((row) => (
          <li
            key={`${row.country} ${row.channel}`}
            className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2 last:pb-0"
          >
            <span className="min-w-0 flex-1 truncate">
              {countryName(row.country)} <span className="text-ink-3">{t(channelTitles[row.channel])}</span>
            </span>
            <span className="sm:w-24">
              <NetworkStateMark state={row.state} />
            </span>
            <span className="tabular-nums text-ink-3 sm:w-32 sm:text-right">
              {t('status.deliveredShare', { share: shareText(row) })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The state of delivery in one sentence, then the account's own countries, open incidents, and other trouble. */
export function StatusCard() {
  const t = useText()
  const countryName = useCountryName()
  const { status, error, retry } = useStatus()
  if (error) {
    return (
      <Card>
        <ErrorPanel title={t('status.failed')} error={error} onRetry={retry} />
      </Card>
    )
  }
  if (status === undefined) return <Skeleton label={t('ui.loading')} />
  const { tone, text, values } = summaryOf(status.rows, countryName)
  const open = status.incidents.filter(({ state }) => state !== 'closed')
  const { own, others } = cardRows(status)
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="flex min-w-0 items-baseline gap-2.5 text-md font-semibold">
          <Dot tone={tone} />
          <span role="status">{t(text, values)}</span>
        </h2>
        <Link to={paths.supportStatus} className="text-sm text-link">
          {t('status.allOf')}
        </Link>
      </div>
      <Rows title="status.ownCountries" rows={own} />
      {open.length > 0 && <OpenIncidents incidents={open} />}
      <Rows title="status.otherCountries" rows={others} />
    </Card>
  )
}

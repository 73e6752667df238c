import type { Incident } from '@hongyan/contract/endpoints/support/status'
import type { IncidentSeverity, IncidentState } from '@hongyan/contract/vocabulary/support'
import { useCountryName } from '../../../../api/regions.ts'
import type { TextId } from '../../../../i18n/ids.ts'
import { useText } from '../../../../i18n/text.ts'
import { Card } from '../../../../ui/card.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import type { Tone } from '../../../../ui/status.tsx'
import { channelTitles } from './figures.tsx'

const severityLooks: Readonly<Record<IncidentSeverity, { readonly tone: Tone; readonly title: TextId }>> = {
  degraded: { tone: 'warn', title: 'status.degraded' },
  outage: { tone: 'bad', title: 'status.outage' },
  maintenance: { tone: 'idle', title: 'status.maintenance' },
}

const stateTitles: Readonly<Record<IncidentState, TextId>> = {
  investigating: 'status.investigating',
  identified: 'status.identified',
  monitoring: 'status.monitoring',
  closed: 'status.closed',
}

/** The severity of an open incident; a closed one is over. */
export function IncidentTag({ incident: { severity, state } }: { incident: Incident }) {
  const t = useText()
  const { tone, title } =
    state === 'closed' ? { tone: 'ok' as const, title: stateTitles.closed } : severityLooks[severity]
  return <Tag tone={tone}>{t(title)}</Tag>
}

/** The countries and channels that an incident concerns. */
function Reach({ incident: { countries, channels } }: { incident: Incident }) {
  const t = useText()
  const countryName = useCountryName()
  const where = countries.length === 0 ? t('status.allCountries') : countries.map(countryName).join(t('status.comma'))
  const how = channels.map((channel) => t(channelTitles[channel])).join(t('status.comma'))
  return <>{how === '' ? where : `${where} · ${how}`}</>
}

/** An incident with the course of its updates, the newest first. */
export function IncidentCard({ incident }: { incident: Incident }) {
  const t = useText()
  const { title, started_at: from, closed_at: to, updates } = incident
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold wrap-anywhere">{title}</h3>
        <IncidentTag incident={incident} />
      </div>
      <p className="mt-1 text-sm text-ink-3">
        <Reach incident={incident} /> · <Moment at={from} minutes />
        {to !== null && (
          <>
            {' – '}
            <Moment at={to} minutes />
          </>
        )}
      </p>
      <ol className="mt-4 grid gap-3 border-l border-line pl-4 text-sm">
        {updates.map(({ at, state, text }) => (
          <li key={at + state}>
            <p className="text-ink-3">
              <span className="font-medium text-ink-2">{t(stateTitles[state])}</span> · <Moment at={at} minutes />
            </p>
            <p className="mt-0.5 wrap-anywhere">{text}</p>
          </li>
        ))}
      </ol>
    </Card>
  )
}

import { SECOND } from '@hongyan/contract/durations'
import type { Connection, ConnectionState } from '@hongyan/contract/vocabulary/connectivity'
import { useQuery } from '@tanstack/react-query'
import { firstApi } from '../../api/first-api.ts'
import type { TextId } from '../../i18n/ids.ts'
import { useText } from '../../i18n/text.ts'
import { TextPlaceholder } from '../../ui/text-placeholder.tsx'
import { Card } from '../../ui/card.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { DASH, shownLatency } from './formats.ts'

const POLL_INTERVAL = 15 * SECOND

const connections: readonly (readonly [Connection, TextId])[] = [
  ['api', 'home.sendApi'],
  ['smpp', 'home.smpp'],
  ['webhook', 'home.webhook'],
]

const states: Record<ConnectionState, readonly [Tone, TextId]> = {
  operational: ['ok', 'home.operational'],
  slow: ['warn', 'home.slow'],
  down: ['bad', 'home.broken'],
  not_set_up: ['idle', 'home.notSetUp'],
}

/** Polls the connectivity. A failure shows a dash, not an error toast each time. */
const useConnectivity = () =>
  useQuery({
    queryKey: [firstApi.connectivity.list.address],
    queryFn: ({ signal }) => firstApi.connectivity.list({}, signal).catch(() => null),
    refetchInterval: POLL_INTERVAL,
  }).data

/** The account's connections, measured now (specification section 2, "Home dashboard"). */
export function ConnectivityCard() {
  const t = useText()
  const measured = useConnectivity()
  return (
    <Card className="max-md:order-last">
      <h2 className="mb-2 font-semibold">{t('home.connectivity')}</h2>
      <dl className="grid gap-1.5">
        {connections.map(([id, title]) => {
          const found = measured?.find((each) => each.id === id)
          const [tone, label] = states[found?.state ?? 'not_set_up']
          const latency = found?.latency_ms ?? null
          return (
            <div key={id} className="flex items-center gap-2 text-sm">
              <dt className="flex-1 text-ink-2">{t(title)}</dt>
              <dd>
                {found ? (
                  <Status tone={tone}>{t(label)}</Status>
                ) : measured === null ? (
                  DASH
                ) : (
                  <TextPlaceholder width={80} />
                )}
              </dd>
              <dd className="w-12 text-right text-xs text-ink-3 tabular-nums">
                {latency !== null && shownLatency(latency)}
              </dd>
            </div>
          )
        })}
      </dl>
    </Card>
  )
}

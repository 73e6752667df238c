import type { Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import { useText } from '../../../../i18n/text.ts'
import { Moment } from '../../../../ui/moment.tsx'
import { Status } from '../../../../ui/status.tsx'
import { stateLooks } from '../labels.ts'

/** The state of a channel, and of a degraded one the moment of its next probe. */
export function StateMark({ row: { state, probe_at: probe } }: { row: Pick<Upstream, 'state' | 'probe_at'> }) {
  const t = useText()
  const { tone, title } = stateLooks[state]
  return (
    <span className="grid gap-0.5">
      <Status tone={tone}>{t(title)}</Status>
      {probe !== null && (
        <span className="text-xs whitespace-nowrap text-ink-3">
          {t('upstreams.probe')} <Moment at={probe} seconds />
        </span>
      )}
    </span>
  )
}

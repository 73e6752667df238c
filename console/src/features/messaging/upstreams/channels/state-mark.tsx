import type { Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import { useText } from '../../../../i18n/text.ts'
import { Status } from '../../../../ui/status.tsx'
import { stateLooks } from '../labels.ts'
import { Probe } from '../probe.tsx'

/** The state of a channel, and of a degraded one its next probe. */
export function StateMark({ row }: { row: Pick<Upstream, 'state' | 'probe_at'> }) {
  const t = useText()
  const { tone, title } = stateLooks[row.state]
  return (
    <span className="grid gap-0.5">
      <Status tone={tone}>{t(title)}</Status>
      {row.state === 'degraded' && (
        <span className="text-xs whitespace-nowrap text-ink-3">
          <Probe at={row.probe_at} />
        </span>
      )}
    </span>
  )
}

import type { BroadcastDetail } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { TextId } from '../../../../i18n/ids.ts'
import { formatNumber, useText } from '../../../../i18n/text.ts'
import { Card } from '../../../../ui/card.tsx'
import { Progress } from '../../../../ui/progress.tsx'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import { dealtWith, handedOver, percent } from '../course.ts'
import { StateLinks } from './state-links.tsx'

interface StepProps {
  title: TextId
  count: number
  /** The count that the step began with. */
  of: number
  /** The count of the first step. */
  all: number
}

/** One step: its share of the step before, and its bar as a share of all. */
function Step({ title, count, of, all }: StepProps) {
  const t = useText()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1.5 sm:grid-cols-[128px_minmax(0,1fr)_136px] sm:items-center">
      <dt className="text-ink-2">{t(title)}</dt>
      <dd className="text-right tabular-nums sm:order-3">
        <span className="font-medium">{formatNumber(count)}</span>
        <span className="ml-2 inline-block min-w-12 text-ink-3">{percent(count, of)}</span>
      </dd>
      <dd aria-hidden className="col-span-2 h-2 overflow-hidden rounded-full bg-fill sm:order-2 sm:col-span-1">
        <span
          className="block h-full rounded-full bg-chart-bar-now"
          style={{ width: `${all === 0 ? 0 : (count / all) * 100}%` }}
        />
      </dd>
    </div>
  )
}

/** The way of the recipients: how many there are, how many were sent to, how many have their message. */
export function Funnel({ broadcast }: { broadcast: BroadcastDetail }) {
  const t = useText()
  const { name, counts, status } = broadcast
  const [all, sent, done] = [counts.recipients, handedOver(counts), dealtWith(counts)]
  return (
    <Card className="grid gap-5">
      <h2 className="text-md font-semibold">{t('broadcasts.course')}</h2>
      {status === SendJobStatus.Pending && (
        <Progress
          label={t('broadcasts.progressOf', { name })}
          done={done}
          of={all}
          text={t('broadcasts.progressText', {
            percent: percent(done, all),
            done: formatNumber(done),
            all: formatNumber(all),
          })}
        />
      )}
      <dl className="grid gap-3 text-sm">
        <Step title="broadcasts.recipients" count={all} of={all} all={all} />
        <Step title="broadcasts.handedOver" count={sent} of={all} all={all} />
        <Step title="broadcasts.delivered" count={counts.delivered} of={sent} all={all} />
      </dl>
      <StateLinks broadcast={broadcast} />
    </Card>
  )
}

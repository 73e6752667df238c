import type { BroadcastDetail } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { useText } from '../../../../i18n/text.ts'
import { Card } from '../../../../ui/card.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { Dot, type Tone } from '../../../../ui/status.tsx'
import { reasonTitles, stepTitles } from '../labels.ts'

type Entry = BroadcastDetail['timeline'][number]

const toneOf = ({ step, reason }: Entry): Tone => {
  if (step === 'finished') return 'ok'
  if (step === 'interrupted') return reason === 'stopped' ? 'idle' : 'warn'
  return step === 'held' ? 'warn' : step === 'created' ? 'open' : 'idle'
}

function Step({ entry }: { entry: Entry }) {
  const t = useText()
  const { at, step, reason, by_owner: isOwn } = entry
  const title =
    step === 'interrupted' ? (reason === 'stopped' ? 'broadcasts.stopped' : 'broadcasts.paused') : stepTitles[step]
  const text = reason === null ? (isOwn ? t('broadcasts.byYou') : '') : t(reasonTitles[reason])
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-3 pb-4 last:pb-0 not-last:before:absolute not-last:before:top-4 not-last:before:bottom-0 not-last:before:left-[3.5px] not-last:before:w-px not-last:before:bg-line not-last:before:content-['']">
      <Dot tone={toneOf(entry)} />
      <span className="font-medium">{t(title)}</span>
      <span className="text-xs text-ink-3">
        <Moment at={at} minutes />
      </span>
      {text !== '' && <span className="col-start-2 text-ink-3">{text}</span>}
    </li>
  )
}

/** The steps of a broadcast, oldest first. */
export function Timeline({ broadcast: { timeline } }: { broadcast: BroadcastDetail }) {
  const t = useText()
  return (
    <Card className="grid gap-4 text-sm">
      <h2 className="text-md font-semibold">{t('broadcasts.timeline')}</h2>
      <ol>
        {timeline.map((entry) => (
          <Step key={`${entry.at} ${entry.step}`} entry={entry} />
        ))}
      </ol>
    </Card>
  )
}

import type { ReviewStep } from '@hongyan/contract/endpoints/messaging/senders'
import type { TextId } from '../../i18n/ids.ts'
import { useText } from '../../i18n/text.ts'
import { Moment } from '../moment.tsx'
import { Dot, type Tone } from '../status.tsx'
import { filingTitle } from './filing-chips.tsx'
import { ReasonList } from './reason-list.tsx'

const looks: Readonly<Record<ReviewStep['event'], { readonly tone: Tone; readonly title: TextId }>> = {
  submit: { tone: 'open', title: 'review.submit' },
  autoReject: { tone: 'bad', title: 'review.autoReject' },
  autoPass: { tone: 'idle', title: 'review.autoPass' },
  approve: { tone: 'ok', title: 'review.approve' },
  reject: { tone: 'bad', title: 'review.reject' },
  revoke: { tone: 'bad', title: 'review.revoke' },
  announce: { tone: 'warn', title: 'review.announce' },
  keep: { tone: 'ok', title: 'review.keep' },
  withdraw: { tone: 'idle', title: 'review.withdraw' },
  urge: { tone: 'idle', title: 'review.urge' },
  file: { tone: 'idle', title: 'review.filing' },
  renew: { tone: 'open', title: 'review.renew' },
  renewed: { tone: 'ok', title: 'review.renewed' },
  renewRefused: { tone: 'bad', title: 'review.renewRefused' },
}

const tones: Readonly<Record<NonNullable<ReviewStep['state']>, Tone>> = {
  not_filed: 'open',
  filing: 'idle',
  filed: 'ok',
  failed: 'bad',
  lapsed: 'warn',
}

const byTexts = { owner: 'review.byOwner', reviewer: 'review.byReviewer', check: null, carrier: null } as const

function Step({ step, labelOf }: { step: ReviewStep; labelOf: (field: string) => string }) {
  const t = useText()
  const { at, event, version, by, reasons, carrier, state } = step
  const isFiling = carrier !== null && state !== null
  const title = isFiling
    ? t('review.filingOf', { carrier: t(`review.${carrier}`), state: t(filingTitle(state)) })
    : t(event === 'submit' && version > 1 ? 'review.resubmit' : looks[event].title)
  const who = byTexts[by]
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1 py-2">
      <Dot tone={isFiling ? tones[state] : looks[event].tone} />
      <span className="flex flex-wrap gap-x-2">
        {title}
        {who !== null && <span className="text-ink-3">{t(who)}</span>}
      </span>
      <span className="text-xs text-ink-3">
        <Moment at={at} seconds />
      </span>
      {reasons.length > 0 && (
        <div className="col-span-2 col-start-2">
          <ReasonList reasons={reasons} labelOf={labelOf} />
        </div>
      )}
    </li>
  )
}

interface ReviewTimelineProps {
  steps: readonly ReviewStep[]
  labelOf: (field: string) => string
}

/** The events of a review, oldest first: submissions, decisions with their reasons, and the carriers' answers. */
export function ReviewTimeline({ steps, labelOf }: ReviewTimelineProps) {
  const t = useText()
  return (
    <section className="grid gap-1 text-sm">
      <h3 className="font-medium">{t('review.timeline')}</h3>
      <ol>
        {steps.map((step) => (
          <Step key={`${step.at} ${step.event} ${step.carrier}`} step={step} labelOf={labelOf} />
        ))}
      </ol>
    </section>
  )
}

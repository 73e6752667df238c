import type { IpRestriction } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import { TriangleAlert } from 'lucide-react'
import { api } from '../../../api/api.ts'
import { gap } from '../../../i18n/gap.ts'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { useSecondsUntil } from '../../../ui/countdown.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Note } from '../../../ui/note.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useBusy } from '../../../ui/use-busy.ts'
import { keepRules } from './queries.ts'

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

interface RunningProps {
  version: number
  end: string
}

/** Counts down to the revert of a change, and keeps it. */
function Running({ version, end }: RunningProps) {
  const t = useText()
  const left = useSecondsUntil(Date.parse(end))
  const [busy, keep] = useBusy(async () => {
    keepRules(await api.ipRestriction.keep({ body: { version } }))
    toast('ok', textNow('ip-restriction.kept'))
  })
  return (
    <div
      role="group"
      aria-label={t('ip-restriction.trial')}
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-warn-line bg-warn-soft px-3 py-2.5 text-sm"
    >
      <span className="flex min-w-0 flex-1 basis-64 gap-2.5">
        <Icon of={TriangleAlert} className="mt-0.5 text-warn" />
        <span className="min-w-0 text-ink-2">
          <strong className="font-medium text-ink">{t('ip-restriction.trial')}</strong>
          {gap()}
          <span role="timer" className="tabular-nums">
            {left > 0 ? t('ip-restriction.trialText', { time: clock(left) }) : t('ip-restriction.trialEnding')}
          </span>
        </span>
      </span>
      <Button size="small" busy={busy} busyLabel={t('ip-restriction.keeping')} onClick={keep}>
        {t('ip-restriction.keep')}
      </Button>
    </div>
  )
}

/** Says of the last change that it is on trial, or that it was reverted. */
export function TrialNote({ rules: { version, revert_at: end, reverted_at: reverted } }: { rules: IpRestriction }) {
  const t = useText()
  if (end !== null) return <Running version={version} end={end} />
  if (reverted === null) return null
  return (
    <div className="mb-4">
      <Note title={t('ip-restriction.reverted')}>
        {t('ip-restriction.revertedText')} <Moment at={reverted} seconds />
      </Note>
    </div>
  )
}

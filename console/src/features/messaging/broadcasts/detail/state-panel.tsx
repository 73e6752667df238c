import type { BroadcastDetail } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { Link } from '@tanstack/react-router'
import { formatDate, formatNumber, useText } from '../../../../i18n/text.ts'
import { useMinute } from '../../../../lib/use-minute.ts'
import { buttonLooks } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { Status } from '../../../../ui/status.tsx'
import { canResume } from '../course.ts'
import { lookOf } from '../labels.ts'
import { stateWords } from './state-words.ts'

const WHEN = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

/** The state in one word and one sentence, with the way to what resolves it. */
export function StatePanel({ broadcast }: { broadcast: BroadcastDetail }) {
  const t = useText()
  const { text, values, at, remedy } = stateWords(broadcast, useMinute())
  const { tone, title } = lookOf(broadcast)
  const written = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => [
      [name, formatNumber(value)],
      [`${name}Count`, value],
    ]),
  )
  return (
    <section
      aria-label={t('broadcasts.status')}
      className={cx(
        'mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border px-4 py-3 sm:px-6 sm:py-4',
        canResume(broadcast) ? 'border-warn-line bg-warn-soft' : 'border-line bg-raised',
      )}
    >
      <div role="status" className="grid min-w-0 flex-1 basis-80 gap-0.5">
        <span className="font-medium">
          <Status tone={tone}>{t(title)}</Status>
        </span>
        <p className="text-sm text-ink-2">{t(text, { ...written, at: at === null ? '' : formatDate(at, WHEN) })}</p>
      </div>
      {remedy !== null && (
        <Link to={remedy.to} search={remedy.search ?? {}} className={cx(buttonLooks(), 'max-sm:w-full')}>
          {t(remedy.title)}
        </Link>
      )}
    </section>
  )
}

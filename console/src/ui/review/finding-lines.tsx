import type { Finding } from '@hongyan/contract/senders/findings'
import { CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import { gap } from '../../i18n/gap.ts'
import { useText } from '../../i18n/text.ts'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'

/** The cause of a finding and the customer's next step, in the customer's language. */
export interface FindingTexts {
  readonly what: string
  readonly remedy: string
}

type Line = Pick<Finding, 'rule' | 'severity' | 'at'> & FindingTexts

const looks: Readonly<Record<Line['severity'], { readonly icon: LucideIcon; readonly ink: string }>> = {
  error: { icon: CircleX, ink: 'text-bad' },
  rejection: { icon: TriangleAlert, ink: 'text-warn' },
  hint: { icon: Info, ink: 'text-ink-2' },
}

/** A finding as one text: its cause, then its remedy. */
export const textOfFinding = ({ what, remedy }: FindingTexts): string => what + gap() + remedy

/** The findings of a field, below it. They appear while the customer types, so screen readers announce them. */
export function FindingLines({ findings }: { findings: readonly Line[] }) {
  const t = useText()
  return (
    <ul aria-live="polite" className={cx('grid gap-1 text-xs', findings.length === 0 && 'hidden')}>
      {findings.map((finding) => {
        const { what, remedy } = finding
        const { icon, ink } = looks[finding.severity]
        return (
          <li key={`${finding.rule} ${finding.at?.from}`} className="flex items-start gap-1.5">
            <Icon of={icon} size={12} className={cx('mt-0.5', ink)} />
            <span className="min-w-0">
              <span className={ink}>{what}</span> <span className="text-ink-2">{remedy}</span>
              {finding.severity === 'rejection' && <span className="text-ink-2"> {t('review.willReject')}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

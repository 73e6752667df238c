import { type Finding, findingText } from '@hongyan/contract/senders/findings'
import { CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useLocale, useText } from '../../i18n/text.ts'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'

type Line = Pick<Finding, 'rule' | 'severity' | 'at' | 'values'>

const looks: Readonly<Record<Line['severity'], { readonly icon: LucideIcon; readonly ink: string }>> = {
  error: { icon: CircleX, ink: 'text-bad' },
  rejection: { icon: TriangleAlert, ink: 'text-warn' },
  hint: { icon: Info, ink: 'text-ink-2' },
}

/** A finding as one text: its cause, then its remedy. */
export function useFindingText(): (finding: Pick<Line, 'rule' | 'values'>) => string {
  const locale = useLocale()
  return ({ rule, values }) => {
    const { what, remedy } = findingText({ rule, ...(values && { values }) }, locale)
    return locale === 'zh-CN' ? what + remedy : `${what} ${remedy}`
  }
}

/** The findings of a field, below it. They appear while the customer types, so screen readers announce them. */
export function FindingLines({ findings }: { findings: readonly Line[] }) {
  const t = useText()
  const locale = useLocale()
  return (
    <ul aria-live="polite" className={cx('grid gap-1 text-xs', findings.length === 0 && 'hidden')}>
      {findings.map((finding) => {
        const { icon, ink } = looks[finding.severity]
        const { what, remedy } = findingText(finding, locale)
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

import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { gapAfter } from '../i18n/gap.ts'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

const looks = {
  warn: { box: 'border-warn-line bg-warn-soft', ink: 'text-warn' },
  bad: { box: 'border-bad-line bg-bad-soft', ink: 'text-bad' },
} as const

interface BannerProps {
  tone: keyof typeof looks
  icon: LucideIcon
  title: string
  action?: ReactNode
  children: ReactNode
}

/** A message for every page, below the bar: title, text and an optional action. */
export function Banner({ tone, icon, title, action, children }: BannerProps) {
  const { box, ink } = looks[tone]
  return (
    <div role="alert" className={cx('flex items-start gap-2.5 border-b px-4 py-2.5 text-sm lg:px-8', box)}>
      <Icon of={icon} className={cx('mt-0.5', ink)} />
      <p className="min-w-0 text-ink-2">
        <strong className={cx('font-semibold', ink)}>{title}</strong>
        {gapAfter(title)}
        {children}
      </p>
      {action && <div className="-my-1 ml-auto shrink-0 pl-2">{action}</div>}
    </div>
  )
}

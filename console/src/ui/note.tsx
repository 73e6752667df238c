import { CircleX, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { gapAfter } from '../i18n/gap.ts'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

type NoteTone = 'info' | 'warn' | 'bad'

const looks: Record<NoteTone, { box: string; ink: string; icon: LucideIcon }> = {
  info: { box: 'border-line bg-well', ink: 'text-ink-2', icon: Info },
  warn: { box: 'border-warn-line bg-warn-soft', ink: 'text-warn', icon: TriangleAlert },
  bad: { box: 'border-bad-line bg-bad-soft', ink: 'text-bad', icon: CircleX },
}

interface NoteProps {
  tone?: NoteTone
  /** The summary, before the text. */
  title?: string
  /** Announced by screen readers when it appears, for the result of an action. */
  announced?: boolean
  children?: ReactNode
}

export function Note({ tone = 'info', title, announced = false, children }: NoteProps) {
  const { box, ink, icon } = looks[tone]
  return (
    <div
      role={announced ? 'alert' : undefined}
      className={cx('flex gap-2.5 rounded-md border px-3 py-2.5 text-sm', box)}
    >
      <Icon of={icon} className={cx('mt-0.5', ink)} />
      <p className="text-ink-2">
        {title !== undefined && (
          <>
            <strong className="font-medium text-ink">{title}</strong>
            {gapAfter(title)}
          </>
        )}
        {children}
      </p>
    </div>
  )
}

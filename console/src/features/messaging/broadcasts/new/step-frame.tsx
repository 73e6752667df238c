import type { ReactNode } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'
import { useWizard } from './wizard.ts'

/** The id of the heading that gets the focus when its step opens. */
export const HEADING = 'broadcast-step'

interface StepHeadingProps {
  readonly title: string
  readonly text?: string
}

export function StepHeading({ title, text }: StepHeadingProps) {
  return (
    <div className="grid gap-1">
      <h2 id={HEADING} tabIndex={-1} className="text-md font-semibold outline-none">
        {title}
      </h2>
      {text !== undefined && <p className="text-sm text-ink-2">{text}</p>}
    </div>
  )
}

interface StepFootProps {
  readonly onBack?: () => void
  readonly onNext: () => void
  readonly next: string
}

/** Back, forward, and all over again, below a step. On a phone the first two share its width. */
export function StepFoot({ onBack, onNext, next }: StepFootProps) {
  const t = useText()
  const { restart } = useWizard()
  return (
    <div className="flex flex-wrap gap-2">
      {onBack && (
        <Button onClick={onBack} className="max-sm:flex-1">
          {t('new.back')}
        </Button>
      )}
      <Button tone="primary" onClick={onNext} className="max-sm:flex-1">
        {next}
      </Button>
      <Button tone="ghost" onClick={restart} className="max-sm:w-full sm:ml-auto">
        {t('new.restart')}
      </Button>
    </div>
  )
}

interface StepLayoutProps {
  readonly children: ReactNode
  readonly aside: ReactNode
  readonly foot?: ReactNode
}

/** A step with what stands beside it, which on a narrow screen stands between the step and its foot. */
export function StepLayout({ children, aside, foot }: StepLayoutProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_336px] lg:grid-rows-[auto_1fr]">
      {children}
      <div className="grid grid-cols-1 gap-6 lg:row-span-2">{aside}</div>
      {foot}
    </div>
  )
}

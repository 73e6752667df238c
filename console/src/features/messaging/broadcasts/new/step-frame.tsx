import type { ReactNode } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'

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

/** Back and forward, below a step. The buttons share the width of a phone. */
export function StepFoot({ onBack, onNext, next }: StepFootProps) {
  const t = useText()
  return (
    <div className="flex flex-wrap-reverse gap-2 max-sm:*:flex-1">
      {onBack && <Button onClick={onBack}>{t('new.back')}</Button>}
      <Button tone="primary" onClick={onNext}>
        {next}
      </Button>
    </div>
  )
}

/** A step with what stands beside it; below it on a narrow screen. */
export function WithAside({ children, aside }: { readonly children: ReactNode; readonly aside: ReactNode }) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_336px]">
      <div className="grid grid-cols-1 gap-6">{children}</div>
      {aside}
    </div>
  )
}

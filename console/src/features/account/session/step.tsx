import { useEffect, useRef, type ReactNode } from 'react'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { SubmitButton } from '../../../ui/form.tsx'

interface StepHeadingProps {
  step: number
  of: number
  /** True after a move from another step, which moves the focus to the heading. */
  moved: boolean
  children: ReactNode
}

/** The progress of a flow and the title of its current step. Its React key has to be the step. */
export function StepHeading({ step, of, moved, children }: StepHeadingProps) {
  const t = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (moved) heading.current?.focus()
  }, [moved])
  return (
    <div className="mb-5">
      <div aria-hidden className="mb-3 grid auto-cols-fr grid-flow-col gap-1.5">
        {Array.from({ length: of }, (_, index) => (
          <span key={index} className={cx('h-1 rounded-full', index <= step ? 'bg-ink' : 'bg-fill-strong')} />
        ))}
      </div>
      <h2 ref={heading} tabIndex={-1} className="text-md font-semibold outline-none">
        <span className="block text-xs font-normal text-ink-3">{t('session.step', { step: step + 1, of })}</span>
        {children}
      </h2>
    </div>
  )
}

interface StepFootProps {
  back?: () => void
  busyLabel: string
  children: ReactNode
}

export function StepFoot({ back, busyLabel, children }: StepFootProps) {
  const t = useText()
  return (
    <div className="mt-2 flex gap-3">
      {back && <Button onClick={back}>{t('session.back')}</Button>}
      <SubmitButton busyLabel={busyLabel} className="flex-1">
        {children}
      </SubmitButton>
    </div>
  )
}

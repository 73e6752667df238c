import { Check } from 'lucide-react'
import type { TextId } from '../../../../i18n/ids.ts'
import { useText } from '../../../../i18n/text.ts'
import { cx } from '../../../../ui/cx.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { type StepName, steps } from './search.ts'

/** The titles of the steps. */
export const stepTitles = {
  recipients: 'new.recipients',
  message: 'new.message',
  when: 'new.when',
  review: 'new.review',
} as const satisfies Record<StepName, TextId>

interface StepperProps {
  readonly current: StepName
  /** The last step that can be opened now. */
  readonly furthest: StepName
  readonly onOpen: (step: StepName) => void
}

/** The steps of the wizard: those before the current one, and those that are complete, can be opened. */
export function Stepper({ current, furthest, onOpen }: StepperProps) {
  const t = useText()
  const [at, last] = [steps.indexOf(current), steps.indexOf(furthest)]
  return (
    <nav aria-label={t('new.steps')} className="mb-6">
      <ol className="flex items-center gap-2 text-sm">
        {steps.map((step, nr) => {
          const isDone = nr < at
          const isCurrent = nr === at
          const title = (
            <>
              <span
                className={cx(
                  'grid size-5 shrink-0 place-items-center rounded-full text-xs font-semibold tabular-nums',
                  isCurrent ? 'bg-accent text-on-accent' : 'bg-fill-strong text-ink-2',
                )}
              >
                {isDone ? <Icon of={Check} size={12} /> : nr + 1}
              </span>
              <span className={cx(isCurrent ? 'font-medium text-ink' : 'max-sm:sr-only')}>{t(stepTitles[step])}</span>
              {isDone && <span className="sr-only">{t('new.stepDone')}</span>}
            </>
          )
          return (
            <li
              key={step}
              aria-current={isCurrent ? 'step' : undefined}
              className={cx('flex items-center gap-2 text-ink-2', nr < steps.length - 1 && 'flex-1')}
            >
              {!isCurrent && nr <= last ? (
                <button
                  type="button"
                  onClick={() => onOpen(step)}
                  className="flex min-h-6 items-center gap-2 rounded-sm whitespace-nowrap hover:text-ink max-sm:min-h-11"
                >
                  {title}
                </button>
              ) : (
                <span className="flex min-h-6 items-center gap-2 whitespace-nowrap max-sm:min-h-11">{title}</span>
              )}
              {nr < steps.length - 1 && <span aria-hidden className="h-px flex-1 bg-line-strong" />}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

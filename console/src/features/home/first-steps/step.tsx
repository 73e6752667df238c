import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../../i18n/text.ts'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { StepState } from './steps.ts'

const marks: Record<StepState, string> = {
  done: 'bg-ok-dot text-raised',
  current: 'bg-ink text-page',
  later: 'bg-fill-strong text-ink-2',
}

export interface StepProps {
  number: number
  state: StepState
  title: string
  text: ReactNode
  /** The result of the step, or its action. */
  aside?: ReactNode
  children?: ReactNode
}

/** One of the first steps. A finished step is dimmed, the next one is highlighted. */
export function Step({ number, state, title, text, aside, children }: StepProps) {
  const t = useText()
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      className={cx(
        'grid grid-cols-[20px_minmax(0,1fr)] gap-x-3 border-t border-line p-4 last:rounded-b-lg sm:grid-cols-[20px_minmax(0,1fr)_auto] sm:px-6',
        state === 'current' && 'bg-well',
      )}
    >
      <span
        aria-hidden
        className={cx('mt-px grid size-5 place-items-center rounded-full text-[11px] font-semibold', marks[state])}
      >
        {state === 'done' ? <Icon of={Check} size={12} /> : number}
      </span>
      <div className="min-w-0">
        <h3 className={cx('font-medium', state === 'done' && 'text-ink-2')}>
          {title}
          {state === 'done' && <span className="sr-only"> ({t('first-steps.done')})</span>}
        </h3>
        <p className="text-sm text-ink-3">{text}</p>
      </div>
      {aside !== undefined && <div className="col-start-2 mt-3 self-center sm:col-start-3 sm:mt-0">{aside}</div>}
      {children !== undefined && <div className="col-span-full mt-4 min-w-0 sm:col-start-2">{children}</div>}
    </li>
  )
}

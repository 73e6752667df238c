import type { Answer } from '@hongyan/contract/endpoints/support/answers'
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { plainOf } from '../../../../lib/inline-markdown.ts'
import { buttonLooks } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { AnswerLink } from './answer-link.tsx'
import { AnswerText } from './answer-text.tsx'
import { answerLooks, openText } from './labels.ts'

interface AnswerRowProps {
  answer: Answer
  isOpen: boolean
  onToggle: () => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  /** The next step beside the link to the page. */
  children: ReactNode
}

/** An answer: its kind, title and beginning, and once it is open, its paragraphs and the next steps. */
export function AnswerRow({ answer, isOpen, onToggle, onKeyDown, children }: AnswerRowProps) {
  const t = useText()
  const id = useId()
  const { icon, title } = answerLooks[answer.kind]
  const [first = ''] = answer.text
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        data-stop
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
        onKeyDown={onKeyDown}
        className="flex w-full items-start gap-3 px-4 py-3 text-left -outline-offset-2 hover:bg-fill"
      >
        <Icon of={icon} className="mt-0.5 text-ink-3" />
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-base font-medium">{answer.title}</span>
            <span className="text-xs text-ink-3">{t(title)}</span>
          </span>
          {!isOpen && <span className="truncate text-sm text-ink-3">{plainOf(first)}</span>}
        </span>
        <Icon of={ChevronDown} className={cx('mt-0.5 text-ink-3 transition-transform', isOpen && 'rotate-180')} />
      </button>
      {isOpen && (
        <div id={id} className="grid gap-4 pt-1 pr-4 pb-4 pl-11">
          <AnswerText text={answer.text} />
          <div className="flex flex-wrap items-center gap-2">
            {answer.path !== null && (
              <AnswerLink path={answer.path} className={buttonLooks('secondary', 'small')}>
                {openText(answer, t)}
              </AnswerLink>
            )}
            {children}
          </div>
        </div>
      )}
    </li>
  )
}

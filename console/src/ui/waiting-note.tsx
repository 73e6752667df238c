import type { ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import { buttonLooks } from './button.tsx'
import { Spinner } from './spinner.tsx'

interface WaitingNoteProps {
  readonly title: string
  readonly text: string
  /** The page in the other window, for whom it was blocked or closed. */
  readonly address: string
  readonly open: string
  /** What else can be done about it. */
  readonly children?: ReactNode
  readonly className?: string
}

/** It has the focus from the moment it is there, and is scrolled to where it was not to be seen. */
const lookedAt = (note: HTMLElement | null): void => note?.focus()

/** That another window is waited for, with the way back to it. */
export function WaitingNote({ title, text, address, open, children, className = '' }: WaitingNoteProps) {
  const t = useText()
  return (
    <div
      ref={lookedAt}
      role="group"
      aria-label={title}
      tabIndex={-1}
      className={`${className} grid gap-3 rounded-md border border-line bg-well p-4 outline-none`}
    >
      <div className="flex gap-2.5 text-sm">
        <Spinner className="mt-0.5 text-ink-3" />
        <div>
          <p className="font-medium">{title}</p>
          <p className="text-ink-2">{text}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 *:flex-1 sm:*:flex-none">
        <a href={address} target="_blank" rel="noopener" className={buttonLooks('secondary', 'small')}>
          <span>
            {open} <span className="sr-only">({t('ui.newTab')})</span>
          </span>
        </a>
        {children}
      </div>
    </div>
  )
}

import type { ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import { buttonLooks } from './button.tsx'
import { Spinner } from './spinner.tsx'

interface WaitingNoteProps {
  readonly title: string
  readonly text: string
  /** The address of the other window, in case it was blocked or closed; absent without such a window. */
  readonly address?: string
  /** The label of the link to it. */
  readonly openLabel?: string
  /** Leaves the focus where it is: the note stands on the page from the beginning. */
  readonly quiet?: boolean | undefined
  /** Further actions. */
  readonly children?: ReactNode
  readonly className?: string
}

/** Focuses the note when it appears, which also scrolls it into view. */
const focusNote = (note: HTMLElement | null): void => note?.focus()

/** A task that is pending in another window, with a link to it. */
export function WaitingNote({
  title,
  text,
  address,
  openLabel,
  quiet = false,
  children,
  className = '',
}: WaitingNoteProps) {
  const t = useText()
  return (
    <div
      ref={quiet ? null : focusNote}
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
        {address !== undefined && (
          <a href={address} target="_blank" rel="noopener" className={buttonLooks('secondary', 'small')}>
            <span>
              {openLabel} <span className="sr-only">({t('ui.newTab')})</span>
            </span>
          </a>
        )}
        {children}
      </div>
    </div>
  )
}

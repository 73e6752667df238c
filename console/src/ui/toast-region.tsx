import { toast as limits } from '@hongyan/contract/limits/screens'
import { Check, CircleX, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '../i18n/text.ts'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { dismissToast, useLastError, useToasts, type Toast } from './toasts.ts'

/**
 * Closes after three seconds. An error, or a toast with a button, stays while it is hovered or focused, and checks again
 * after as long (ruling 29).
 */
function ToastCard({ id, tone, title, text, action }: Toast) {
  const t = useText()
  const card = useRef<HTMLLIElement>(null)
  const stays = tone === 'bad' || action !== undefined
  useEffect(() => {
    const timer = setInterval(() => {
      if (stays && card.current?.matches(':hover, :focus-within')) return
      dismissToast(id)
    }, limits.duration)
    return () => clearInterval(timer)
  }, [id, stays])
  return (
    <li ref={card} className="pointer-events-auto flex gap-3 rounded-lg bg-raised p-4 text-base shadow-float">
      <span
        className={cx(
          'grid size-5 shrink-0 place-items-center rounded-full',
          tone === 'ok' ? 'bg-ok-soft text-ok' : 'bg-bad-soft text-bad',
        )}
      >
        <Icon of={tone === 'ok' ? Check : CircleX} size={14} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        {text !== undefined && <p className="text-sm text-ink-2">{text}</p>}
      </div>
      {action && (
        <button
          type="button"
          onClick={() => {
            dismissToast(id)
            action.act()
          }}
          className="h-5 shrink-0 rounded-sm text-sm font-medium text-link"
        >
          {action.title}
        </button>
      )}
      <IconButton icon={X} label={t('ui.close')} onClick={() => dismissToast(id)} className="-my-0.5" />
    </li>
  )
}

/** Lies over every layer and stays accessible to screen readers while a dialog hides the page. */
export function ToastRegion() {
  const t = useText()
  const toasts = useToasts()
  const lastError = useLastError()
  return createPortal(
    <section aria-label={t('ui.messages')} data-react-aria-top-layer="true">
      {lastError !== '' && (
        <p role="alert" className="sr-only">
          {lastError}
        </p>
      )}
      <ol
        aria-live="polite"
        data-messages
        className="pointer-events-none fixed right-4 bottom-4 left-4 z-60 grid gap-2 sm:right-6 sm:bottom-6 sm:left-auto sm:w-[380px]"
      >
        {toasts.map((each) => (
          <ToastCard key={each.id} {...each} />
        ))}
      </ol>
    </section>,
    document.body,
  )
}

import { toast as limits } from '@hongyan/contract/limits'
import { Check, CircleX, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useText } from '../i18n/text.ts'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { dismissToast, useToasts, type Toast } from './toasts.ts'

/** Three seconds; an error waits while somebody is at it (ruling 29). */
function ToastCard({ id, tone, title, text }: Toast) {
  const t = useText()
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return undefined
    const timer = setTimeout(() => dismissToast(id), limits.duration)
    return () => clearTimeout(timer)
  }, [held, id])
  const hold = () => setHeld(tone === 'bad')
  const release = () => setHeld(false)
  return (
    <li
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
      className="pointer-events-auto flex gap-3 rounded-lg bg-raised p-4 text-base shadow-float"
    >
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
      <IconButton icon={X} label={t('ui.close')} onClick={() => dismissToast(id)} className="-my-0.5" />
    </li>
  )
}

/** What error toasts said stays in here for readers of the page after the toast has gone (ruling 29). */
function useLastError(toasts: readonly Toast[]): string {
  const [words, setWords] = useState('')
  const latest = toasts.findLast((each) => each.tone === 'bad')
  useEffect(() => {
    if (latest) setWords([latest.title, latest.text].filter(Boolean).join('. '))
  }, [latest])
  return words
}

export function ToastRegion() {
  const t = useText()
  const toasts = useToasts()
  const lastError = useLastError(toasts)
  return (
    <>
      <p role="alert" className="sr-only">
        {lastError}
      </p>
      <ol
        aria-label={t('ui.messages')}
        aria-live="polite"
        className="pointer-events-none fixed right-4 bottom-4 left-4 z-60 grid gap-2 sm:right-6 sm:bottom-6 sm:left-auto sm:w-[380px]"
      >
        {toasts.map((each) => (
          <ToastCard key={each.id} {...each} />
        ))}
      </ol>
    </>
  )
}

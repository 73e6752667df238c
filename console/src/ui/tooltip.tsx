import { Info } from 'lucide-react'
import { lazy, Suspense, useCallback, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useText } from '../i18n/text.ts'
import { IconButton } from './button.tsx'

const load = () => import('./tooltip-layer.tsx')
const TooltipLayer = lazy(load)
const preload = (): void => void load()

interface ExplainProps {
  what: string
  text: string
  /** Called when the tooltip opens, for a text that is loaded then. */
  onOpen?: () => void
}

/** An icon that explains the label before it, on hover, focus or touch. Esc closes the tooltip. */
export function Explain({ what, text, onOpen }: ExplainProps) {
  const t = useText()
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [open, setOpen] = useState(false)

  const show = () => {
    clearTimeout(leaving.current)
    preload()
    onOpen?.()
    setOpen(true)
  }
  const hide = useCallback(() => setOpen(false), [])
  // The pointer may move from the icon onto the tooltip.
  const hideSoon = () => {
    leaving.current = setTimeout(hide, 120)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide()
  }

  return (
    <span onPointerEnter={show} onPointerLeave={hideSoon} className="inline-flex">
      <IconButton
        ref={trigger}
        icon={Info}
        size={13}
        label={t('ui.explain', { what })}
        title=""
        aria-describedby={open ? id : undefined}
        onFocus={show}
        onBlur={hide}
        onClick={show}
        onKeyDown={onKeyDown}
      />
      {open && (
        <Suspense>
          <TooltipLayer id={id} trigger={trigger} text={text} onEnter={show} onLeave={hideSoon} onClose={hide} />
        </Suspense>
      )}
    </span>
  )
}

import { ChevronDown, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'
import type { LayerProps } from '../layer-button.tsx'

interface FilterButtonProps {
  label: string
  /** The value of the filter in words. */
  text: string
  icon?: LucideIcon
  popup: 'dialog' | 'listbox'
  /** Loads the layer's code. Called when the pointer or the focus comes near. */
  preload: () => void
  renderLayer: (layer: LayerProps) => ReactNode
  className?: string
}

/** Shows the value of a filter, and opens a layer that changes it. */
export function FilterButton({ label, text, icon, popup, preload, renderLayer, className }: FilterButtonProps) {
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-haspopup={popup}
        aria-expanded={open}
        aria-labelledby={`${id}-label ${id}-value`}
        onClick={() => setOpen(true)}
        onKeyDown={popup === 'listbox' ? onKeyDown : undefined}
        onPointerEnter={preload}
        onFocus={preload}
        className={cx(
          'flex h-9 items-center justify-between gap-2 rounded-md border border-control bg-raised px-2.5 text-left text-sm hover:bg-well sm:h-8',
          className,
        )}
      >
        <span className="flex min-w-0 items-center gap-2">
          {icon && <Icon of={icon} className="text-ink-2" />}
          <span className="truncate">
            <span id={`${id}-label`} className="text-ink-3">
              {label}{' '}
            </span>
            <span id={`${id}-value`}>{text}</span>
          </span>
        </span>
        <Icon of={ChevronDown} className="text-ink-2" />
      </button>
      {open && <Suspense>{renderLayer({ label, trigger, onClose: () => setOpen(false) })}</Suspense>}
    </>
  )
}

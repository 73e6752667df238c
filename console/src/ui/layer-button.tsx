import { Suspense, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'

/** The props of a layer under a button. */
export interface LayerProps {
  readonly label: string
  readonly trigger: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

export interface LayerButtonProps {
  /** The accessible name of the layer, and of the button where that has none of its own. */
  readonly label: string
  readonly name?: string
  readonly popup: 'menu' | 'listbox' | 'dialog'
  readonly renderLayer: (layer: LayerProps) => ReactNode
  /** Loads the layer's code. Called when the pointer or the focus comes near. */
  readonly preload: () => void
  readonly className?: string
  readonly children: ReactNode
}

/** A button that opens a small layer below itself. */
export function LayerButton({
  label,
  name = label,
  popup,
  renderLayer,
  preload,
  className,
  children,
}: LayerButtonProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const show = () => setOpen(true)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    show()
  }
  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-label={name}
        aria-haspopup={popup}
        aria-expanded={open}
        onClick={show}
        onKeyDown={popup === 'dialog' ? undefined : onKeyDown}
        onPointerEnter={preload}
        onFocus={preload}
        className={className}
      >
        {children}
      </button>
      {open && <Suspense>{renderLayer({ label, trigger, onClose: () => setOpen(false) })}</Suspense>}
    </>
  )
}

import type { LucideIcon } from 'lucide-react'
import { lazy, Suspense, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

const load = () => import('./menu-layer.tsx')
const MenuLayer = lazy(load)
const preload = (): void => void load()

export interface MenuItem {
  id: string
  title: string
  icon?: LucideIcon
  act: () => void
}

/** Entries that act, or with `chosen` entries of which one holds. */
export interface MenuGroup {
  title?: string
  chosen?: string
  items: readonly MenuItem[]
}

interface MenuButtonProps {
  /** The name of the button, where its content does not say it. */
  label: string
  groups: readonly MenuGroup[]
  className?: string
  children: ReactNode
}

/** A button that opens a menu. The menu's code is fetched when a pointer or the focus comes near. */
export function MenuButton({ label, groups, className, children }: MenuButtonProps) {
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
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={show}
        onKeyDown={onKeyDown}
        onPointerEnter={preload}
        onFocus={preload}
        className={className}
      >
        {children}
      </button>
      {open && (
        <Suspense>
          <MenuLayer label={label} groups={groups} trigger={trigger} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

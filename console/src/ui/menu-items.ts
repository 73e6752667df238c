import type { LucideIcon } from 'lucide-react'

interface MenuEntry {
  readonly id: string
  readonly title: string
  readonly icon?: LucideIcon
  /** Shown, but not to be chosen now. */
  readonly disabled?: boolean
  /** The action creates, sends or enables: a suspended account finds it disabled, with the reason. */
  readonly unlessSuspended?: boolean
}
/** An action, or a page outside the console, which opens in a new tab. */
export type MenuItem = MenuEntry & ({ readonly act: () => void } | { readonly href: string })

/** Entries that act, or with `chosen` entries to select one of. */
export interface MenuGroup {
  readonly title?: string
  readonly chosen?: string
  readonly items: readonly MenuItem[]
}

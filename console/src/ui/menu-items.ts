import type { LucideIcon } from 'lucide-react'

interface MenuEntry {
  readonly id: string
  readonly title: string
  readonly icon?: LucideIcon
}
/** Something to do, or a page outside of the console, which opens in a tab of its own. */
export type MenuItem = MenuEntry & ({ readonly act: () => void } | { readonly href: string })

/** Entries that act, or with `chosen` entries of which one holds. */
export interface MenuGroup {
  readonly title?: string
  readonly chosen?: string
  readonly items: readonly MenuItem[]
}

import type { LucideIcon } from 'lucide-react'
import type { TextId } from '../i18n/ids.ts'

export interface NavPage {
  readonly title: TextId
  readonly path: string
  /** A page outside of the console, which opens in a tab of its own. */
  readonly outside?: boolean
}

/** A page that stands on its own has a sign; one of a group stands below the group's. */
export interface NavEntry extends NavPage {
  readonly icon: LucideIcon
}

export interface NavGroup {
  readonly title: TextId
  readonly icon: LucideIcon
  readonly pages: readonly NavPage[]
}

export type NavItem = NavEntry | NavGroup

export const isGroup = <Item extends NavItem>(item: Item): item is Item & NavGroup => 'pages' in item

/** Whether an address is a page or lies below it; everything lies below home, so home is itself alone. */
export const isWithin = (path: string, current: string): boolean =>
  current === path || (path !== '/' && current.startsWith(`${path}/`))

/** The group that the page at an address belongs to, or null. */
export const groupAt = (items: readonly NavItem[], current: string): TextId | null =>
  items.filter(isGroup).find(({ pages }) => pages.some(({ path }) => isWithin(path, current)))?.title ?? null

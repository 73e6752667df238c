import type { LucideIcon } from 'lucide-react'
import type { TextId } from '../i18n/ids.ts'

export interface NavPage {
  readonly title: TextId
  readonly path: string
  /** A page outside the console, which opens in a new tab. */
  readonly outside?: boolean
}

/** A top-level page has an icon; a page of a group has none. */
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

/** True where an address is a page or below it. Home matches only itself, since every address is below it. */
export const isWithin = (path: string, current: string): boolean =>
  current === path || (path !== '/' && current.startsWith(`${path}/`))

/** The group of the page at an address, or null. */
export const groupAt = (items: readonly NavItem[], current: string): TextId | null =>
  items.filter(isGroup).find(({ pages }) => pages.some(({ path }) => isWithin(path, current)))?.title ?? null

import {
  BookOpen,
  BookUser,
  ChartColumn,
  CircleQuestionMark,
  House,
  MessageSquare,
  Cable,
  Rocket,
  Settings,
  Shield,
  Tags,
  type LucideIcon,
} from 'lucide-react'
import type { TextId } from '../../i18n/ids.ts'
import { useText } from '../../i18n/text.ts'
import { paths } from '../../lib/paths.ts'
import { isGroup } from '../../ui/nav-tree.ts'
import { useExists, useNav } from '../use-nav.ts'
import type { Place } from './find.ts'
import { keywords } from './keywords.ts'

export interface ShownPlace extends Place {
  readonly icon: LucideIcon
  /** The name of its menu group. */
  readonly group?: string
  /** A page outside the console, which opens in a new tab. */
  readonly outside?: boolean
}

/** A name that the search adds to the names of the menu. */
interface SearchName {
  readonly title: TextId
  readonly path: string
  readonly icon: LucideIcon
  readonly outside?: boolean
}

/** Further names of pages in the menu, and the names of pages that the menu does not have (ruling 23). */
const searchNames: readonly SearchName[] = [
  { title: 'search.overview', path: paths.home, icon: House },
  { title: 'search.trends', path: paths.home, icon: House },
  { title: 'search.balance', path: paths.home, icon: House },
  { title: 'search.messageLogs', path: paths.logs, icon: MessageSquare },
  { title: 'search.analytics', path: paths.analytics, icon: ChartColumn },
  { title: 'search.phonebooks', path: paths.phonebooks, icon: BookUser },
  { title: 'search.prices', path: paths.prices, icon: Tags },
  { title: 'search.protection', path: paths.protection, icon: Shield },
  { title: 'search.smpp', path: paths.smpp, icon: Cable },
  { title: 'shell.settings', path: paths.settings, icon: Settings },
  { title: 'shell.supportCenter', path: paths.support, icon: CircleQuestionMark },
  { title: 'search.quickstart', path: paths.docs, icon: Rocket, outside: true },
  { title: 'shell.developerDocs', path: paths.docs, icon: BookOpen, outside: true },
]

/**
 * Every place that the search can find, named in the current language. A page can occur under several names; `find`
 * keeps the best match of each address.
 */
export function usePlaces(): readonly ShownPlace[] {
  const t = useText()
  const exists = useExists()
  const inMenu = useNav().flatMap((item): ShownPlace[] =>
    isGroup(item)
      ? item.pages.map((page) => ({ ...placeOf(page.title, page.path), icon: item.icon, group: t(item.title) }))
      : [{ ...placeOf(item.title, item.path), icon: item.icon, outside: item.outside ?? false }],
  )
  const others = searchNames
    .filter(({ path, outside = false }) => outside || exists(path))
    .map(({ title, path, ...shown }) => ({ ...placeOf(title, path), ...shown }))
  return [...inMenu, ...others]

  function placeOf(title: TextId, path: string): Place {
    return { name: t(title), path, keywords: keywords[path] }
  }
}

import {
  BookOpen,
  BookUser,
  ChartColumn,
  CircleAlert,
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
import { errorIndex } from '../../lib/error-page.ts'
import { paths } from '../../lib/paths.ts'
import { isGroup } from '../../ui/nav-tree.ts'
import { useExists, useNav, useOffers } from '../use-nav.ts'
import type { Entry, Page } from './entry.ts'
import type { Place } from './find.ts'
import { keywords } from './keywords.ts'
import { entries } from './registry.ts'

export interface ShownPlace extends Place {
  readonly icon: LucideIcon
  /** The name of its menu group. */
  readonly group?: string
  /** A page outside the console, which opens in a new tab. */
  readonly outside?: boolean
  readonly open: Entry['open']
  readonly suggested?: true
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
  { title: 'search.errorCodes', path: errorIndex, icon: CircleAlert, outside: true },
]

/**
 * Every place that the search can find, named in the current language: pages and the entries of the registry. A page can
 * occur under several names; `find` keeps the best match of each.
 */
export function usePlaces(): readonly ShownPlace[] {
  const t = useText()
  const exists = useExists()
  const offers = useOffers()
  const inMenu = useNav().flatMap((item): ShownPlace[] =>
    isGroup(item)
      ? item.pages.map((page) => ({ ...placeOf(page.title, page.path), icon: item.icon, group: t(item.title) }))
      : [{ ...placeOf(item.title, item.path), icon: item.icon, outside: item.outside ?? false }],
  )
  const others = searchNames
    .filter(({ path, outside = false }) => outside || exists(path))
    .map(({ title, path, ...shown }) => ({ ...placeOf(title, path), ...shown }))
  const fromRegistry = entries
    .filter(({ open }) => typeof open === 'function' || offers(open.to))
    .map(({ title, ...entry }): ShownPlace => ({ ...entry, name: nameOf(title), path: '' }))
  return [...inMenu, ...others, ...fromRegistry]

  function placeOf(title: TextId, path: string): Place & { readonly open: Page } {
    return { id: path, name: t(title), path, keywords: keywords[path], open: { to: path } }
  }

  function nameOf(title: Entry['title']): string {
    return title.map((each) => t(each)).reduce((first, second) => t('search.joined', { first, second }))
  }
}

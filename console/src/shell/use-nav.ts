import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { accountQuery } from '../api/account.ts'
import { isGroup, type NavItem } from '../ui/nav-tree.ts'
import { nav, visibleNav } from './nav.ts'

/** Returns a check for the existence of a page. */
export function useExists(): (path: string) => boolean {
  const { routesByPath } = useRouter()
  return (path) => Object.hasOwn(routesByPath, path)
}

/** The pages of the signed-in account. */
export function useNav(): readonly NavItem[] {
  const exists = useExists()
  const { data: account } = useQuery(accountQuery)
  return visibleNav(nav, exists, account)
}

const pathsOf = (items: readonly NavItem[]): readonly string[] =>
  items.flatMap((item) => (isGroup(item) ? item.pages.map(({ path }) => path) : item.path))

/** Returns a check for the pages that exist, without those that the menu hides from the account. */
export function useOffers(): (path: string) => boolean {
  const exists = useExists()
  const shown = pathsOf(useNav())
  return (path) => exists(path) && (shown.includes(path) || !pathsOf(nav).includes(path))
}

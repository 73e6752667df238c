import type { Account } from '@hongyan/contract/endpoints/account/account'
import {
  Blocks,
  BookOpen,
  CircleQuestionMark,
  House,
  Key,
  MessageSquare,
  SendHorizontal,
  ShieldCheck,
  Split,
  Wallet,
} from 'lucide-react'
import { hasUpstreams } from '../lib/has-upstreams.ts'
import { paths } from '../lib/paths.ts'
import { isGroup, type NavEntry, type NavGroup, type NavItem, type NavPage } from '../ui/nav-tree.ts'

/** The parts of the account that decide which pages it has (specification section 6). */
export type NavAccount = Pick<Account, 'credit_enabled'> & {
  readonly config: Pick<Account['config'], 'sms_wildcard' | 'sms_smpp'>
}

interface Rule {
  /** Hides the page from accounts for which it returns false, and until the account is loaded. */
  readonly shownTo?: (account: NavAccount) => boolean
}
type RuledItem = (NavEntry & Rule) | (Omit<NavGroup, 'pages'> & { readonly pages: readonly (NavPage & Rule)[] })

/** The complete side menu (specification section 2, "Route table"). */
export const nav: readonly RuledItem[] = [
  { title: 'shell.home', icon: House, path: paths.home },
  { title: 'shell.broadcast', icon: SendHorizontal, path: paths.broadcast },
  {
    title: 'shell.messaging',
    icon: MessageSquare,
    pages: [
      { title: 'shell.signatures', path: paths.signatures },
      { title: 'shell.templates', path: paths.templates },
      { title: 'shell.logs', path: paths.logs },
      { title: 'shell.exports', path: paths.exports },
    ],
  },
  {
    title: 'shell.finance',
    icon: Wallet,
    pages: [
      { title: 'shell.transactions', path: paths.transactions },
      { title: 'shell.invoices', path: paths.invoices, shownTo: ({ credit_enabled: credit }) => credit },
      { title: 'shell.topUp', path: paths.topUp },
    ],
  },
  {
    title: 'shell.extensions',
    icon: Blocks,
    pages: [
      { title: 'shell.ipRestriction', path: paths.ipRestriction },
      { title: 'shell.rateLimiting', path: paths.rateLimiting },
      { title: 'shell.receipts', path: paths.receipts },
    ],
  },
  { title: 'shell.credentials', icon: Key, path: paths.credentials },
  {
    title: 'shell.upstreams',
    icon: Split,
    path: paths.upstreams,
    shownTo: ({ config }) => hasUpstreams(config),
  },
  { title: 'shell.verification', icon: ShieldCheck, path: paths.verification },
  { title: 'shell.support', icon: CircleQuestionMark, path: paths.support },
  { title: 'shell.docs', icon: BookOpen, path: paths.docs, outside: true },
]

/** The pages that exist (ruling 22) and belong to the account, and the groups with such a page. */
export function visibleNav(
  items: readonly RuledItem[],
  exists: (path: string) => boolean,
  account: NavAccount | undefined,
): readonly NavItem[] {
  const isVisible = ({ path, outside = false, shownTo }: NavPage & Rule): boolean =>
    (outside || exists(path)) && (shownTo === undefined || (account !== undefined && shownTo(account)))
  return items.flatMap((item): NavItem[] => {
    if (!isGroup(item)) return isVisible(item) ? [item] : []
    const pages = item.pages.filter(isVisible)
    return pages.length > 0 ? [{ ...item, pages }] : []
  })
}

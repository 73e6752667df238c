import { readFileSync } from 'node:fs'
import { House } from 'lucide-react'
import { expect, test } from 'vitest'
import { paths } from '../lib/paths.ts'
import { isGroup, type NavItem } from '../ui/nav-tree.ts'
import { nav, visibleNav, type NavAccount } from './nav.ts'

const owner: NavAccount = { credit_enabled: false, config: { sms_wildcard: false, sms_smpp: false } }
const everywhere = () => true
const pathsOf = (items: readonly NavItem[]): readonly string[] =>
  items.flatMap((item) => (isGroup(item) ? pathsOf(item.pages.map((page) => ({ ...page, icon: House }))) : item.path))
const titlesFor = (account: NavAccount | undefined, exists: (path: string) => boolean = everywhere) =>
  visibleNav(nav, exists, account)

test('the three groups hold the pages of the route table, in its order', () => {
  const groups = titlesFor({ ...owner, credit_enabled: true }).filter(isGroup)
  expect(groups.map(({ title, pages }) => [title, pages.map(({ path }) => path)])).toEqual([
    ['shell.messaging', ['/sms/signatures', '/sms/templates', '/sms/logs', '/sms/exports']],
    ['shell.finance', ['/transactions', '/invoices', '/topup']],
    ['shell.extensions', ['/extensions/ip-restriction', '/extensions/sms-rate-limiting', '/extensions/sms-dlr']],
  ])
})

test('a page appears when its route exists, a group when one of its pages does', () => {
  const existing = new Set(['/', '/credentials', '/sms/logs'])
  const seen = titlesFor(owner, (path) => existing.has(path))
  expect(pathsOf(seen)).toEqual(['/', '/sms/logs', '/credentials', '/docs'])
  expect(seen.filter(isGroup).map(({ title }) => title)).toEqual(['shell.messaging'])
})

test('invoices appear for accounts with credit', () => {
  expect(pathsOf(titlesFor(owner))).not.toContain('/invoices')
  expect(pathsOf(titlesFor({ ...owner, credit_enabled: true }))).toContain('/invoices')
})

test.each([
  ['nothing of it', { sms_wildcard: false, sms_smpp: false }, true],
  ['an empty list', { sms_wildcard: [], sms_smpp: false }, true],
  ['a wildcard of signatures', { sms_wildcard: ['signature'], sms_smpp: false }, false],
  ['a wildcard of everything', { sms_wildcard: true, sms_smpp: false }, false],
  ['SMPP', { sms_wildcard: false, sms_smpp: true }, false],
] satisfies [string, NavAccount['config'], boolean][])('upstreams with %s: %o', (_, config, shown) => {
  expect(pathsOf(titlesFor({ ...owner, config })).includes('/upstreams')).toBe(shown)
})

test('pages that depend on the account are left out until it is loaded', () => {
  expect(pathsOf(titlesFor(undefined))).not.toContain('/invoices')
  expect(pathsOf(titlesFor(undefined))).not.toContain('/upstreams')
  expect(pathsOf(titlesFor(undefined))).toContain('/topup')
})

const routes = readFileSync(new URL('../routes.tsx', import.meta.url), 'utf8')
const addresses: ReadonlyMap<string, string> = new Map(Object.entries(paths))
const routed = [...routes.matchAll(/^  path: paths\.(\w+),$/gm)].map(([, name = '']) => addresses.get(name))

test('every route has a menu entry, except the pages of one broadcast, protection, phonebooks, analytics, prices, settings, tickets, the network’s status and the channels of support, which other pages link to', () => {
  expect(routed.length).toBe([...routes.matchAll(/createRoute\(/g)].length)
  const listed = pathsOf(nav)
  expect(routed.filter((path) => !listed.includes(path ?? ''))).toEqual([
    paths.broadcastNew,
    paths.broadcastOne,
    paths.protection,
    paths.phonebooks,
    paths.phonebook,
    paths.analytics,
    paths.prices,
    paths.settings,
    paths.supportNew,
    paths.supportTicket,
    paths.supportStatus,
    paths.supportChannel,
  ])
})

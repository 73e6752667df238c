import type { Locator, Page } from 'playwright-core'

/** A route of the specification, and what its page shows of a record that the route's own calls made. */
export interface SpecifiedRoute {
  readonly route: string
  /** The address that shows the record; `$name` is that of a made record. */
  readonly at: string
  readonly shows: (page: Page) => Locator
}

const text = (words: string | RegExp) => (page: Page) => page.getByRole('main').getByText(words).first()
const row = (words: string | RegExp) => (page: Page) => page.getByRole('row').filter({ hasText: words }).first()

/** The routes of specification section 2; `make-records.ts` makes their records. */
export const routes: readonly SpecifiedRoute[] = [
  {
    route: '/',
    at: '/',
    shows: (page) => page.getByRole('group', { name: /^(?:Messages today|今日短信数)/ }).getByText('7'),
  },
  { route: '/topup', at: '/topup', shows: (page) => page.getByRole('group', { name: /\$21\.00/ }) },
  { route: '/credentials', at: '/credentials', shows: row('HMAC') },
  { route: '/account/settings', at: '/account/settings', shows: (page) => page.locator('input[value=Mei]') },
  { route: '/upstreams', at: '/upstreams', shows: row('Second road') },
  { route: '/sms/signatures', at: '/sms/signatures', shows: row('LumenShop') },
  { route: '/sms/templates', at: '/sms/templates', shows: row('Order news') },
  { route: '/sms/logs', at: '/sms/logs', shows: row(/\+1 206\D+00/) },
  { route: '/sms/exports', at: '/sms/exports', shows: row('All of today') },
  { route: '/transactions', at: '/transactions', shows: row('$21.0000') },
  { route: '/invoices', at: '/invoices', shows: row(/HY-/) },
  { route: '/broadcast', at: '/broadcast', shows: row('Autumn news') },
  { route: '/extensions/ip-restriction', at: '/extensions/ip-restriction', shows: row('8.8.8.0/24') },
  { route: '/extensions/sms-rate-limiting', at: '/extensions/sms-rate-limiting', shows: row('17') },
  { route: '/extensions/sms-dlr', at: '/extensions/sms-dlr', shows: row('Order desk') },
  { route: '/support', at: '/support', shows: row('Codes come late') },
  { route: '/verification', at: '/verification', shows: text(/In review|审核中/) },
]

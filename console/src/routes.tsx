import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type SearchSchemaInput,
} from '@tanstack/react-router'
import type { AnalyticsSearch } from './features/messaging/analytics/search.ts'
import type { BroadcastSearch, RecipientsSearch } from './features/messaging/broadcasts/search.ts'
import type { NewBroadcastSearch } from './features/messaging/broadcasts/new/search.ts'
import { credentialFilter } from './features/messaging/credentials/filter.ts'
import { loadHome } from './features/home/load.ts'
import type { ExportSearch } from './features/messaging/exports/search.ts'
import type { LogSearch } from './features/messaging/logs/search.ts'
import type { PhonebookSearch, PhonebooksSearch } from './features/messaging/phonebooks/search.ts'
import type { RecipientSearch } from './features/messaging/recipients/search.ts'
import type { SignatureSearch } from './features/messaging/signatures/search.ts'
import { homeSearch } from './features/home/period.ts'
import type { PriceSearch } from './features/finance/prices/filter.ts'
import type { InvoiceSearch } from './features/finance/invoices/filter.ts'
import type { IpSearch } from './features/extensions/ip-restriction/search.ts'
import type { RateLimitingSearch } from './features/extensions/rate-limiting/search.ts'
import type { WebhookSearch } from './features/extensions/webhooks/search.ts'
import type { SettingsSearch } from './features/account/settings/search.ts'
import type { UpstreamSearch } from './features/messaging/upstreams/search.ts'
import type { TemplateSearch } from './features/messaging/templates/filter.ts'
import * as templateParts from './features/messaging/templates/parts.ts'
import type { SupportSearch } from './features/support/center/list-search.ts'
import type { NewTicketSearch } from './features/support/center/search.ts'
import type { VerificationSearch } from './features/account/verification/search.ts'
import { topUpSearch } from './features/finance/top-up/tab.ts'
import type { TransactionSearch } from './features/finance/transactions/filter.ts'
import { loadTexts } from './i18n/text.ts'
import { paths } from './lib/paths.ts'
import { PageFailed } from './shell/page-failed.tsx'
import { PageLoading, Shell } from './shell/shell.tsx'

/**
 * The router reloads the page when one of its files is missing, as after a new build. Without a connection that would
 * leave a blank tab, so this request to the server throws the network error, which the page then shows.
 */
async function arriving<Module>(module: Promise<Module>): Promise<Module> {
  return module.catch(async (error: unknown) => {
    await fetch('/healthz', { cache: 'no-store' })
    throw error
  })
}

/** Loads the form that an address opens with its page. */
const loadFormOf = async (page: () => Promise<{ readonly loadForm: () => Promise<void> }>): Promise<void> =>
  (await page()).loadForm()

const root = createRootRoute({
  component: Shell,
  notFoundComponent: lazyRouteComponent(async () => {
    const [page] = await Promise.all([arriving(import('./shell/not-found/not-found.tsx')), loadTexts('not-found')])
    return page
  }, 'NotFound'),
})

const home = createRoute({
  getParentRoute: () => root,
  path: paths.home,
  validateSearch: homeSearch,
  loader: loadHome,
  component: lazyRouteComponent(() => arriving(import('./features/home/home-page.tsx')), 'HomePage'),
})

const broadcasts = createRoute({
  getParentRoute: () => root,
  path: paths.broadcast,
  validateSearch: (search: BroadcastSearch & SearchSchemaInput): BroadcastSearch => search,
  loader: () => loadTexts('broadcasts', 'list'),
  component: lazyRouteComponent(
    () => arriving(import('./features/messaging/broadcasts/broadcasts-page.tsx')),
    'BroadcastsPage',
  ),
})

const newBroadcastPage = () => arriving(import('./features/messaging/broadcasts/new/new-page.tsx'))

const newBroadcast = createRoute({
  getParentRoute: () => root,
  path: paths.broadcastNew,
  validateSearch: (search: NewBroadcastSearch & SearchSchemaInput): NewBroadcastSearch => search,
  loader: async () => (await newBroadcastPage()).loadNewBroadcast(),
  component: lazyRouteComponent(newBroadcastPage, 'NewBroadcastPage'),
})

const broadcast = createRoute({
  getParentRoute: () => root,
  path: paths.broadcastOne,
  validateSearch: (search: RecipientsSearch & SearchSchemaInput): RecipientsSearch => search,
  loader: () => loadTexts('broadcasts', 'list'),
  component: lazyRouteComponent(
    () => arriving(import('./features/messaging/broadcasts/detail/broadcast-page.tsx')),
    'BroadcastPage',
  ),
})

const credentials = createRoute({
  getParentRoute: () => root,
  path: paths.credentials,
  validateSearch: credentialFilter,
  loader: () => loadTexts('credentials', 'list'),
  component: lazyRouteComponent(
    () => arriving(import('./features/messaging/credentials/credentials-page.tsx')),
    'CredentialsPage',
  ),
})

const signaturesPage = () => arriving(import('./features/messaging/signatures/signatures-page.tsx'))

const signatures = createRoute({
  getParentRoute: () => root,
  path: paths.signatures,
  validateSearch: (search: SignatureSearch & SearchSchemaInput): SignatureSearch => search,
  loaderDeps: ({ search }) => ({ isForm: search.form !== undefined }),
  loader: ({ deps }) =>
    Promise.all([loadTexts('signatures', 'review', 'list', 'upload'), deps.isForm && loadFormOf(signaturesPage)]),
  component: lazyRouteComponent(signaturesPage, 'SignaturesPage'),
})

const logs = createRoute({
  getParentRoute: () => root,
  path: paths.logs,
  validateSearch: (search: LogSearch & SearchSchemaInput): LogSearch => search,
  loader: () => loadTexts('logs', 'recipient-list', 'list'),
  component: lazyRouteComponent(() => arriving(import('./features/messaging/logs/logs-page.tsx')), 'LogsPage'),
})

const protection = createRoute({
  getParentRoute: () => root,
  path: paths.protection,
  validateSearch: (search: RecipientSearch & SearchSchemaInput): RecipientSearch => search,
  loader: () => loadTexts('recipients', 'recipient-list', 'list'),
  component: lazyRouteComponent(
    () => arriving(import('./features/messaging/recipients/protection-page.tsx')),
    'ProtectionPage',
  ),
})

const phonebooks = createRoute({
  getParentRoute: () => root,
  path: paths.phonebooks,
  validateSearch: (search: PhonebooksSearch & SearchSchemaInput): PhonebooksSearch => search,
  loader: () => loadTexts('phonebooks', 'list'),
  component: lazyRouteComponent(
    () => arriving(import('./features/messaging/phonebooks/phonebooks-page.tsx')),
    'PhonebooksPage',
  ),
})

const phonebook = createRoute({
  getParentRoute: () => root,
  path: paths.phonebook,
  validateSearch: (search: PhonebookSearch & SearchSchemaInput): PhonebookSearch => search,
  loader: () => loadTexts('phonebooks', 'list', 'upload'),
  component: lazyRouteComponent(
    () => arriving(import('./features/messaging/phonebooks/phonebook-page.tsx')),
    'PhonebookPage',
  ),
})

const analytics = createRoute({
  getParentRoute: () => root,
  path: paths.analytics,
  validateSearch: (search: AnalyticsSearch & SearchSchemaInput): AnalyticsSearch => search,
  loader: () => loadTexts('analytics', 'list'),
  component: lazyRouteComponent(
    () => arriving(import('./features/messaging/analytics/analytics-page.tsx')),
    'AnalyticsPage',
  ),
})

const exportFiles = createRoute({
  getParentRoute: () => root,
  path: paths.exports,
  validateSearch: (search: ExportSearch & SearchSchemaInput): ExportSearch => search,
  loader: () => loadTexts('exports', 'list'),
  component: lazyRouteComponent(() => arriving(import('./features/messaging/exports/exports-page.tsx')), 'ExportsPage'),
})

const templates = createRoute({
  getParentRoute: () => root,
  path: paths.templates,
  validateSearch: (search: TemplateSearch & SearchSchemaInput): TemplateSearch => search,
  loaderDeps: ({ search: { form, edit } }) => ({ isForm: form !== undefined || edit !== undefined }),
  loader: ({ deps }) =>
    Promise.all([
      loadTexts('templates', 'review', 'list'),
      arriving((deps.isForm ? templateParts.formPart : templateParts.listPart).load()),
    ]),
  component: lazyRouteComponent(
    () => arriving(import('./features/messaging/templates/templates-page.tsx')),
    'TemplatesPage',
  ),
})

const ipRestriction = createRoute({
  getParentRoute: () => root,
  path: paths.ipRestriction,
  validateSearch: (search: IpSearch & SearchSchemaInput): IpSearch => search,
  loader: () => loadTexts('ip-restriction', 'list'),
  component: lazyRouteComponent(
    () => arriving(import('./features/extensions/ip-restriction/ip-restriction-page.tsx')),
    'IpRestrictionPage',
  ),
})

const webhooksPage = () => arriving(import('./features/extensions/webhooks/webhooks-page.tsx'))

const webhooks = createRoute({
  getParentRoute: () => root,
  path: paths.receipts,
  validateSearch: (search: WebhookSearch & SearchSchemaInput): WebhookSearch => search,
  loaderDeps: ({ search }) => ({ isForm: search.form !== undefined }),
  loader: ({ deps }) => Promise.all([loadTexts('webhooks', 'list'), deps.isForm && loadFormOf(webhooksPage)]),
  component: lazyRouteComponent(webhooksPage, 'WebhooksPage'),
})

const rateLimiting = createRoute({
  getParentRoute: () => root,
  path: paths.rateLimiting,
  validateSearch: (search: RateLimitingSearch & SearchSchemaInput): RateLimitingSearch => search,
  loader: () => loadTexts('rate-limiting', 'leave'),
  component: lazyRouteComponent(
    () => arriving(import('./features/extensions/rate-limiting/rate-limiting-page.tsx')),
    'RateLimitingPage',
  ),
})

const upstreamsPage = () => arriving(import('./features/messaging/upstreams/upstreams-page.tsx'))

const upstreams = createRoute({
  getParentRoute: () => root,
  path: paths.upstreams,
  validateSearch: (search: UpstreamSearch & SearchSchemaInput): UpstreamSearch => search,
  loaderDeps: ({ search: { tab, form } }) => ({ tab, form }),
  loader: async ({ deps }) => (await upstreamsPage()).loadUpstreams(deps),
  component: lazyRouteComponent(upstreamsPage, 'UpstreamsPage'),
})

const topUpPage = () => arriving(import('./features/finance/top-up/top-up-page.tsx'))

const topUp = createRoute({
  getParentRoute: () => root,
  path: paths.topUp,
  validateSearch: topUpSearch,
  loader: async ({ location }) => (await topUpPage()).loadTopUp(topUpSearch(location.search)),
  component: lazyRouteComponent(topUpPage, 'TopUpPage'),
})

const prices = createRoute({
  getParentRoute: () => root,
  path: paths.prices,
  validateSearch: (search: PriceSearch & SearchSchemaInput): PriceSearch => search,
  loader: () => loadTexts('prices', 'list'),
  component: lazyRouteComponent(() => arriving(import('./features/finance/prices/prices-page.tsx')), 'PricesPage'),
})

/** Its page parses the address, so that the first load needs no parser. */
const transactions = createRoute({
  getParentRoute: () => root,
  path: paths.transactions,
  validateSearch: (search: TransactionSearch & SearchSchemaInput): TransactionSearch => search,
  loader: () => loadTexts('transactions', 'list'),
  component: lazyRouteComponent(
    () => arriving(import('./features/finance/transactions/transactions-page.tsx')),
    'TransactionsPage',
  ),
})

const invoicesPage = () => arriving(import('./features/finance/invoices/invoices-page.tsx'))

const invoices = createRoute({
  getParentRoute: () => root,
  path: paths.invoices,
  validateSearch: (search: InvoiceSearch & SearchSchemaInput): InvoiceSearch => search,
  loader: async () => (await invoicesPage()).loadInvoices(),
  component: lazyRouteComponent(invoicesPage, 'InvoicesPage'),
})

const settingsPage = () => arriving(import('./features/account/settings/settings-page.tsx'))

const settings = createRoute({
  getParentRoute: () => root,
  path: paths.settings,
  validateSearch: (search: SettingsSearch & SearchSchemaInput): SettingsSearch => search,
  loader: async ({ location }) => (await settingsPage()).loadSettings(location.search),
  component: lazyRouteComponent(settingsPage, 'SettingsPage'),
})

const verificationPage = () => arriving(import('./features/account/verification/verification-page.tsx'))

const verification = createRoute({
  getParentRoute: () => root,
  path: paths.verification,
  validateSearch: (search: VerificationSearch & SearchSchemaInput): VerificationSearch => search,
  loader: async () => (await verificationPage()).loadVerification(),
  component: lazyRouteComponent(verificationPage, 'VerificationPage'),
})

const support = createRoute({
  getParentRoute: () => root,
  path: paths.support,
  validateSearch: (search: SupportSearch & SearchSchemaInput): SupportSearch => search,
  loader: () => loadTexts('center', 'answers', 'list', 'status', 'channels'),
  component: lazyRouteComponent(() => arriving(import('./features/support/center/support-page.tsx')), 'SupportPage'),
})

const newTicket = createRoute({
  getParentRoute: () => root,
  path: paths.supportNew,
  validateSearch: (search: NewTicketSearch & SearchSchemaInput): NewTicketSearch => search,
  loader: () => loadTexts('center', 'answers', 'upload', 'leave'),
  component: lazyRouteComponent(() => arriving(import('./features/support/center/form/new-page.tsx')), 'NewTicketPage'),
})

const ticket = createRoute({
  getParentRoute: () => root,
  path: paths.supportTicket,
  loader: () => loadTexts('center', 'upload', 'leave'),
  component: lazyRouteComponent(
    () => arriving(import('./features/support/center/ticket/ticket-page.tsx')),
    'TicketPage',
  ),
})

const networkStatus = createRoute({
  getParentRoute: () => root,
  path: paths.supportStatus,
  loader: () => loadTexts('status'),
  component: lazyRouteComponent(
    () => arriving(import('./features/support/center/status/status-page.tsx')),
    'StatusPage',
  ),
})

/** A channel of support is a part of its page, which shows the channel's code. */
const supportChannel = createRoute({
  getParentRoute: () => root,
  path: paths.supportChannel,
  beforeLoad: ({ params }) => {
    throw redirect({ to: paths.support, search: params, replace: true })
  },
})

/** Every page of the console. Each loads its own code and texts. */
export const router = createRouter({
  routeTree: root.addChildren([
    home,
    broadcasts,
    newBroadcast,
    broadcast,
    credentials,
    signatures,
    logs,
    protection,
    phonebooks,
    phonebook,
    analytics,
    exportFiles,
    templates,
    ipRestriction,
    rateLimiting,
    webhooks,
    upstreams,
    transactions,
    invoices,
    topUp,
    prices,
    settings,
    verification,
    support,
    newTicket,
    ticket,
    networkStatus,
    supportChannel,
  ]),
  defaultErrorComponent: PageFailed,
  // After a second (the router's `defaultPendingMs`), on the first page as on the way to another.
  defaultPendingComponent: PageLoading,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

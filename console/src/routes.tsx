import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { credentialFilter } from './features/credentials/filter.ts'
import { loadHome } from './features/home/load.ts'
import { homeSearch } from './features/home/period.ts'
import { loadTexts } from './i18n/text.ts'
import { paths } from './lib/paths.ts'
import { NotFound } from './shell/not-found.tsx'
import { PageFailed } from './shell/page-failed.tsx'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const home = createRoute({
  getParentRoute: () => root,
  path: paths.home,
  validateSearch: homeSearch,
  loader: loadHome,
  component: lazyRouteComponent(() => import('./features/home/home-page.tsx'), 'HomePage'),
})

const credentials = createRoute({
  getParentRoute: () => root,
  path: paths.credentials,
  validateSearch: credentialFilter,
  loader: () => loadTexts('credentials'),
  component: lazyRouteComponent(() => import('./features/credentials/credentials-page.tsx'), 'CredentialsPage'),
})

/** Every page of the console. A page brings its own code and its own texts. */
export const router = createRouter({
  routeTree: root.addChildren([home, credentials]),
  defaultErrorComponent: PageFailed,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

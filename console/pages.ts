import type { Connect, Plugin } from 'vite'

/** The pages with an entry of their own, by address. All other addresses belong to the console. */
const pages = {
  '/login': 'login.html',
  '/signup': 'login.html',
  '/password-reset': 'login.html',
  '/docs': 'docs.html',
  '/docs/errors': 'errors.html',
  '/sandbox/inbox': 'inbox.html',
  '/kit': 'kit.html',
} as const

/** The page of the errors has an address for each. */
const ERRORS = '/docs/errors'

const rewrite: Connect.NextHandleFunction = (request, _reply, next) => {
  const [path = '/', query] = (request.url ?? '/').split('?')
  const page = path.startsWith(`${ERRORS}/`) ? pages[ERRORS] : Object.entries(pages).find(([of]) => of === path)?.[1]
  // The same address is the inbox page for browsers and a list for programs.
  const navigates = request.headers.accept?.includes('text/html')
  if (page && navigates) request.url = query === undefined ? `/${page}` : `/${page}?${query}`
  next()
}

/** Serves each page under its address in development and preview, as the product's server does. */
export function pageAddresses(): Plugin {
  return {
    name: 'hongyan:page-addresses',
    configureServer: (server) => void server.middlewares.use(rewrite),
    configurePreviewServer: (server) => void server.middlewares.use(rewrite),
  }
}

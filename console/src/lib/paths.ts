/** Every address of the console, those of pages to come included, in the one place that builds them. */
export const paths = {
  home: '/',
  topUp: '/topup',
  credentials: '/credentials',
  settings: '/account/settings',
  upstreams: '/upstreams',
  signatures: '/sms/signatures',
  templates: '/sms/templates',
  logs: '/sms/logs',
  exports: '/sms/exports',
  transactions: '/transactions',
  invoices: '/invoices',
  broadcast: '/broadcast',
  ipRestriction: '/extensions/ip-restriction',
  rateLimiting: '/extensions/sms-rate-limiting',
  receipts: '/extensions/sms-dlr',
  verification: '/verification',
  support: '/support',
  analytics: '/analytics',
  phonebooks: '/phonebooks',
  prices: '/prices',
  protection: '/protection',
  smpp: '/smpp',
  docs: '/docs',
  inbox: '/sandbox/inbox',
  signIn: '/login',
  signUp: '/signup',
  passwordReset: '/password-reset',
} as const

/** Why somebody is sent to the sign-in page (specification section 4, "Session"). */
export type SignInScene = 'cnsl.required' | 'cnsl.signout'

/** The sign-in page with the reason and, after a session has ended, the place to come back to. */
export function signInPath(scene: SignInScene, back?: string): string {
  const query = new URLSearchParams({ scene })
  if (back !== undefined && back !== paths.home) query.set('return', back)
  return `${paths.signIn}?${query}`
}

/** Whether an address is one of those that lead to a session, so that the end of a session does not lead away from it. */
export const leadsToSession = (path: string): boolean =>
  path === paths.signIn || path === paths.signUp || path === paths.passwordReset

/** One of these addresses from another, without losing the place to come back to. */
export function besideSignIn(path: string, search: string): string {
  const back = new URLSearchParams(search).get('return')
  return back === null ? path : `${path}?${new URLSearchParams({ return: back })}`
}

/** Where to go after signing in: a path of this site and nothing else, so that no link can lead elsewhere. */
export function returnPath(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get('return')
  if (!wanted?.startsWith('/')) return paths.home
  const url = URL.parse(wanted, origin)
  return url?.origin === origin && !leadsToSession(url.pathname) ? url.pathname + url.search + url.hash : paths.home
}

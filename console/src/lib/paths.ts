/** Every address of the console, including future pages, in the one place that builds them. */
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
  broadcastNew: '/broadcast/new',
  broadcastOne: '/broadcast/$id',
  ipRestriction: '/extensions/ip-restriction',
  rateLimiting: '/extensions/sms-rate-limiting',
  receipts: '/extensions/sms-dlr',
  verification: '/verification',
  support: '/support',
  supportNew: '/support/new',
  supportTicket: '/support/tickets/$id',
  supportStatus: '/support/status',
  supportChannel: '/support/$channel',
  analytics: '/analytics',
  phonebooks: '/phonebooks',
  phonebook: '/phonebooks/$id',
  prices: '/prices',
  protection: '/protection',
  smpp: '/smpp',
  docs: '/docs',
  inbox: '/sandbox/inbox',
  signIn: '/login',
  signUp: '/signup',
  passwordReset: '/password-reset',
} as const

/** Why the user is sent to the sign-in page (specification section 4, "Session"). */
export type SignInScene = 'cnsl.required' | 'cnsl.signout'

/** The address of the sign-in page with the reason and, after a session has ended, the page to return to. */
export function signInPath(scene: SignInScene, back?: string): string {
  const query = new URLSearchParams({ scene })
  if (back !== undefined && back !== paths.home) query.set('return', back)
  return `${paths.signIn}?${query}`
}

/** True for the pages that lead to a session. The end of a session does not redirect them. */
export const leadsToSession = (path: string): boolean =>
  path === paths.signIn || path === paths.signUp || path === paths.passwordReset

/** Every address of the console, and the one place that builds them. */
export const paths = {
  home: '/',
  credentials: '/credentials',
  docs: '/docs',
  inbox: '/sandbox/inbox',
  signIn: '/login',
} as const

/** Why somebody is sent to the sign-in page (specification section 4, "Session"). */
export type SignInScene = 'cnsl.required' | 'cnsl.signout'

/** The sign-in page with the reason and, after a session has ended, the place to come back to. */
export function signInPath(scene: SignInScene, back?: string): string {
  const query = new URLSearchParams({ scene })
  if (back !== undefined && back !== paths.home) query.set('return', back)
  return `${paths.signIn}?${query}`
}

/** Where to go after signing in: a path of this site and nothing else, so that no link can lead elsewhere. */
export function returnPath(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get('return')
  if (!wanted?.startsWith('/')) return paths.home
  const url = URL.parse(wanted, origin)
  return url?.origin === origin && url.pathname !== paths.signIn ? url.pathname + url.search + url.hash : paths.home
}

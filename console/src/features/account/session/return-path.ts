import { leadsToSession, paths } from '../../../lib/paths.ts'

/** The address of another page that leads to a session, with the page to return to. */
export function besideSignIn(path: string, search: string): string {
  const back = new URLSearchParams(search).get('return')
  return back === null ? path : `${path}?${new URLSearchParams({ return: back })}`
}

/** The page after signing in: only a path of this site, so that no link can lead elsewhere. */
export function returnPath(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get('return')
  if (!wanted?.startsWith('/')) return paths.home
  const url = URL.parse(wanted, origin)
  // A parsed path can begin with two slashes ("/.//host"), and a browser then reads a host in it.
  if (url?.origin !== origin || url.pathname.startsWith('//') || leadsToSession(url.pathname)) return paths.home
  return url.pathname + url.search + url.hash
}

import type { SessionInfo } from '@hongyan/contract/endpoints/account/session'
import { cookieValue } from './cookies.ts'
import { leadsToSession, signInPath, type SignInScene } from './paths.ts'

const COOKIE = 'hy_info'

function decoded(token: string): unknown {
  try {
    return JSON.parse(atob(token.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return null
  }
}

/** The content of the readable cookie, or null where it is missing or malformed (ruling 13). */
export function sessionInfo(cookies: string): SessionInfo | null {
  const token = cookieValue(cookies, COOKIE)
  const info = token === null ? null : decoded(token)
  if (typeof info !== 'object' || info === null || !('ptn' in info) || !('exp' in info)) return null
  const { ptn, exp } = info
  return (ptn === 'us' || ptn === 'cn') && typeof exp === 'number' ? { ptn, exp } : null
}

/** Leaves for the sign-in page. The end of a session keeps the page to return to, a sign-out does not. */
export function leaveToSignIn(scene: SignInScene): void {
  if (leadsToSession(location.pathname)) return
  const here = location.pathname + location.search + location.hash
  location.assign(scene === 'cnsl.required' ? signInPath(scene, here) : signInPath(scene))
}

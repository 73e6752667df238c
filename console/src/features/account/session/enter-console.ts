import { returnPath } from './return-path.ts'

/**
 * Opens the page the customer came for, now with a session. Never resolves, so that the button stays busy until the
 * next page has loaded.
 */
export function enterConsole(path = returnPath(location.search, location.origin)): Promise<never> {
  location.assign(path)
  return new Promise(() => undefined)
}

import { returnPath } from '../../../lib/paths.ts'

/** With a session, to where one wanted to be. Never ends, so that the button stays busy until the next page is there. */
export function enterConsole(path = returnPath(location.search, location.origin)): Promise<never> {
  location.assign(path)
  return new Promise(() => undefined)
}

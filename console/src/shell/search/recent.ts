/** The entries of the tab's history, where the browser shows them (the Navigation API). */
interface History {
  readonly entries: () => readonly { readonly url: string | null }[]
  readonly currentEntry: { readonly index: number } | null
}

const MOST = 5

/** The paths of the pages that were visited last in a tab, the newest first, without the current one. */
export function recentPaths(urls: readonly (string | null)[], origin: string, current: string): readonly string[] {
  const visited = urls.flatMap((url) => {
    const at = url === null || !URL.canParse(url) ? null : new URL(url)
    return at?.origin === origin && at.pathname !== current ? [at.pathname] : []
  })
  return [...new Set(visited.toReversed())]
}

/** The pages of some places that this tab visited last. Empty where the browser does not show its history. */
export function recentOf<Of extends { readonly path: string }>(places: readonly Of[]): readonly Of[] {
  const history = (window as { readonly navigation?: History }).navigation
  if (history === undefined) return []
  const urls = history.entries().slice(0, (history.currentEntry?.index ?? 0) + 1)
  const paths = recentPaths(
    urls.map(({ url }) => url),
    location.origin,
    location.pathname,
  )
  return paths.flatMap((path) => places.find((place) => place.path === path) ?? []).slice(0, MOST)
}

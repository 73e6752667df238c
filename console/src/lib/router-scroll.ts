interface Place {
  readonly href: string
  readonly hash: string
  readonly state: { readonly key?: string | undefined }
}

interface Move {
  readonly fromLocation?: Place | undefined
  readonly toLocation: Place
}

/** What the router keeps of its next move: `n` is false where the page stays as it is scrolled, `r` once it is set up. */
interface ScrollState {
  n: boolean
  h: boolean
  e: boolean
  r: boolean
}

interface Router {
  readonly _scroll: ScrollState
  readonly latestLocation: Place
  readonly subscribe: (event: 'onBeforeLoad' | 'onRendered', run: (move: Move) => void) => unknown
}

const STORED = 'hongyan.scroll'

const keyOf = ({ href, state }: Place): string => state.key ?? href

function stored(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as Record<string, number> // written below
  } catch {
    return {}
  }
}

/**
 * Shows a new page from its top, and one that the visitor returns to where they left it, also after a reload. The build
 * puts this in place of the router's own, which also keeps every scrolled element of a page.
 */
export function setupScrollRestoration(router: Router): void {
  const { _scroll: scroll } = router
  if (scroll.r) return
  Object.assign(scroll, { e: true, r: true })
  const tops = stored()
  const keep = (place: Place) => {
    tops[keyOf(place)] = scrollY
  }
  history.scrollRestoration = 'manual'
  router.subscribe('onBeforeLoad', ({ fromLocation: from }) => from && keep(from))
  addEventListener('pagehide', () => {
    keep(router.latestLocation)
    try {
      sessionStorage.setItem(STORED, JSON.stringify(tops))
    } catch {
      // A browser without storage begins a reloaded page at its top.
    }
  })
  router.subscribe('onRendered', ({ toLocation: to }) => {
    const { n: moves } = scroll
    const top = tops[keyOf(to)]
    Object.assign(scroll, { n: true, h: false })
    const target = to.hash === '' ? null : document.getElementById(to.hash)
    if (moves && top !== undefined) scrollTo(0, top)
    else if (target) target.scrollIntoView()
    else if (moves) scrollTo(0, 0)
  })
}

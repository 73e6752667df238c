import type { Page } from 'playwright-core'

interface Router {
  readonly routesByPath: object
  readonly history: { readonly location: { readonly href: string }; readonly push: (address: string) => void }
  readonly state: { readonly status: string; readonly resolvedLocation?: { readonly href: string } }
}

// TanStack Router keeps itself under this name.
const isThere = (): boolean => {
  const { __TSR_ROUTER__: router } = self as unknown as { __TSR_ROUTER__: Router }
  const { status, resolvedLocation } = router.state
  return status === 'idle' && resolvedLocation?.href === router.history.location.href
}

/** Opens an address of the console as its links do, without another load. */
export async function pushAddress(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const { __TSR_ROUTER__: router } = self as unknown as { __TSR_ROUTER__: Router }
    router.history.push(to)
  }, address)
  await page.waitForFunction(isThere)
}

/** The paths of every route of the console. */
export const routePaths = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { __TSR_ROUTER__: router } = self as unknown as { __TSR_ROUTER__: Router }
    return Object.keys(router.routesByPath)
  })

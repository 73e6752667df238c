import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'

/** Waits for two frames, after which the page has drawn what depends on its width. */
const waitForFrame = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn))
  })

/** Follows a page's requests. The result waits until none is under way and the page has drawn what came, which may ask for more. */
export function settleOf(page: Page): () => Promise<void> {
  const underWay = new Set<Request>()
  let begun = 0
  page.on('request', (request) => {
    begun += 1
    underWay.add(request)
  })
  const end = (request: Request) => void underWay.delete(request)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async () => {
    for (let before = -1; before !== begun;) {
      await expect.poll(() => underWay.size, { interval: 10 }).toBe(0)
      before = begun
      await waitForFrame(page)
    }
  }
}

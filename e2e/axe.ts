import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** A quarter of a second cheaper for each page than the readable source. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Everything that is wrong is told with its element; of what is right, no more than we read of it, which is nothing. */
const brief = JSON.stringify({ resultTypes: ['violations'], preload: false, selectors: false })

/** Whatever is fading in or moving has come to rest; what never ends, such as a spinner, is as it is. */
const waitForAnimations = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const running = document.getAnimations().filter(({ playState }) => playState === 'running')
    const passing = running.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    return Promise.allSettled(passing.map(({ finished }) => finished))
  })

/** What axe finds wrong on the page as it is now: rule, element and reason of each. */
export async function violations(page: Page): Promise<readonly string[]> {
  await waitForAnimations(page)
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(source)
  const results = await page.evaluate<AxeResults>(`axe.run(${brief})`)
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  )
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** A quarter of a second cheaper for each page than the readable source. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Results have the violations with their elements, and leave out the rules that pass. */
const brief = JSON.stringify({ resultTypes: ['violations'], preload: false, selectors: false })

/** Waits for the end of animations, except endless ones such as a spinner. */
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

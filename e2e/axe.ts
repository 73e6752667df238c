import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe finds wrong on the page as it is now: rule, element and reason of each. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const results = await page.evaluate<AxeResults>('axe.run()')
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  )
}

import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'

const folder = path.resolve(import.meta.dirname, 'results')

/** With PICTURES=1 or SCALE=full, writes `results/<name>.png` for people to look at. */
export async function picture(page: Page, name: string, options: { readonly fullPage?: boolean } = {}): Promise<void> {
  if (process.env['PICTURES'] !== '1' && process.env['SCALE'] !== 'full') return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: path.join(folder, `${name}.png`), ...options })
}

import type { Page } from 'playwright-core'
import { vi } from 'vitest'
import { patience } from './patience.ts'

const ASK_EVERY = 200

/**
 * Sends one call of the page's visitor until its reply holds, and returns that. A test waits like this for work of the
 * server before it opens a page, because a page that is opened again and again costs a hundred times as much.
 */
export async function askUntil<Reply>(page: Page, path: string, holds: (reply: Reply) => boolean): Promise<Reply> {
  const ask = async (): Promise<Reply> => {
    const reply = (await (await page.request.get(`/api${path}`)).json()) as Reply // a row of the contract
    if (!holds(reply)) throw new Error(`${path} still replies ${JSON.stringify(reply)}`)
    return reply
  }
  return vi.waitFor(ask, { ...patience, interval: ASK_EVERY })
}

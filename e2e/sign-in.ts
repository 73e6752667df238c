import type { Page } from 'playwright-core'
import { vi } from 'vitest'
import { patience } from './patience.ts'

export interface SignIn {
  readonly identifier: string
  readonly password: string
}

const BUSY = 503

/** Repeats a request until a server that hashes the passwords of other tests is no longer busy. */
export const untilServed = <Reply>(request: () => Promise<Reply>, statusOf: (reply: Reply) => number): Promise<Reply> =>
  vi.waitFor(
    async () => {
      const reply = await request()
      if (statusOf(reply) === BUSY) throw new Error('the server stayed busy')
      return reply
    },
    { ...patience, interval: 1_000 },
  )

/**
 * Opens a session for the page's visitor, as a program does; no page is loaded. The form has tests of its own. A kept
 * connection may be closed by the server at the moment it is used, so that one is tried again.
 */
export async function startSession(page: Page, { identifier, password }: SignIn): Promise<void> {
  const reply = await untilServed(
    () => page.request.post('/api/session', { data: { identifier, password }, maxRetries: 1 }),
    (answer) => answer.status(),
  )
  if (!reply.ok()) throw new Error(`${identifier} was not let in: ${await reply.text()}`)
}

/** The same, and then opens a page of the console and waits until it is there. */
export async function signIn(page: Page, owner: SignIn, address = '/'): Promise<void> {
  await startSession(page, owner)
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

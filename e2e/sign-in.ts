import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { patience } from './patience.ts'

export interface SignIn {
  readonly identifier: string
  readonly password: string
}

const BUSY = 503

/** Repeats a request while the server is busy with the passwords of other tests. */
export async function untilServed<Reply>(
  request: () => Promise<Reply>,
  statusOf: (reply: Reply) => number,
): Promise<Reply> {
  const until = performance.now() + patience.timeout
  for (;;) {
    const reply = await request()
    if (statusOf(reply) !== BUSY || performance.now() > until) return reply
    await sleep(1_000)
  }
}

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

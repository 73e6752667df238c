import { onTestFinished } from 'vitest'
import { type Look, openPage, type WatchedPage } from './browser.ts'
import { newOwner, type OwnerShape } from './new-owner.ts'
import type { BuiltServer } from './server.ts'
import { type SignIn, startSession } from './sign-in.ts'

export interface OwnersPage extends WatchedPage {
  readonly owner: SignIn
}

/**
 * Opens an address of the console as the owner of a new account, until the test has finished. With null it opens none:
 * the test makes its records first.
 */
export async function openAsOwner(
  server: BuiltServer,
  look: Look,
  address: string | null,
  shape: OwnerShape = {},
): Promise<OwnersPage> {
  const owner = await newOwner(server, shape)
  const watched = await openPage(server.address, look)
  onTestFinished(watched.close)
  await startSession(watched.page, owner)
  if (address !== null) {
    await watched.page.goto(address)
    await watched.page.getByRole('heading', { level: 1 }).waitFor()
  }
  return { ...watched, owner }
}

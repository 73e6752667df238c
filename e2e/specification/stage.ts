import type { Locator, Page } from 'playwright-core'
import { pushAddress } from '../console-router.ts'
import { patience } from '../patience.ts'
import type { SignIn } from '../sign-in.ts'
import type { Made } from './make-records.ts'
import type { MessageName } from './messages.ts'
import type { World } from './world.ts'

/** The accounts that the messages are provoked in. */
export interface Owners {
  /** Has every record, and more entries in its audit log than a page. */
  readonly busy: SignIn
  /** Has an email address alone, and no notice yet. */
  readonly fresh: SignIn
  /** Has an email address and this phone. */
  readonly reached: SignIn & { readonly phone: string }
  /** Has a phone alone. */
  readonly byPhone: SignIn
  /** May soon not pay by card. */
  readonly blocked: SignIn
  readonly suspended: SignIn
}

/** The page on which messages are provoked. */
export interface Stage {
  readonly world: World
  readonly page: Page
  readonly made: Made
  /** Waits for messages in a place, and notes them. */
  readonly see: (place: Page | Locator, ...names: readonly MessageName[]) => Promise<void>
}

export const press = (place: Page | Locator, name: string) =>
  place.getByRole('button', { name, exact: true }).click(patience)
export const field = (place: Page | Locator, label: string) => place.getByLabel(label, { exact: true })

/** Opens an address of the console as its links do: a load costs many times as much. */
export async function show(page: Page, address: string): Promise<void> {
  await pushAddress(page, address)
  await page.getByRole('heading', { level: 1 }).waitFor(patience)
}

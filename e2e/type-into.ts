import type { Locator } from 'playwright-core'

/** Replaces the text of a field key by key, as a customer does; `fill` sets the whole text at once. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.press('ControlOrMeta+a')
  await field.press('Backspace')
  await field.pressSequentially(text)
}

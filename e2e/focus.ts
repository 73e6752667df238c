import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Waits until the focus is on an element or in it. A key goes to where the focus is, which comes to a layer, and back from
 * it, a frame or two later than the layer itself.
 */
export async function untilFocused(place: Locator): Promise<void> {
  await expect.poll(() => place.evaluate((each) => each.contains(document.activeElement))).toBe(true)
}

/** Leaves a layer by Esc and waits until it is gone. */
export async function escape(layer: Locator): Promise<void> {
  await untilFocused(layer)
  await layer.page().keyboard.press('Escape')
  await layer.waitFor({ state: 'detached' })
}

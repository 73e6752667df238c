import type { Locator } from 'playwright-core'

/** Counts how often a switch changes from now on, as the screen shows it. */
export async function countTurns(toggle: Locator): Promise<() => Promise<number>> {
  const counter = await toggle.evaluateHandle((input) => {
    const box = input as HTMLInputElement // a switch is a checkbox
    const counted = { turns: 0, last: box.checked }
    const look = () => {
      if (box.checked !== counted.last) counted.turns += 1
      counted.last = box.checked
      requestAnimationFrame(look)
    }
    look()
    return counted
  })
  return () => counter.evaluate(({ turns }) => turns)
}

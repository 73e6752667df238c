import { expect, test } from 'vitest'
import { stepTab } from './snippet.tsx'

test('arrow keys move round the tabs, Home and End jump, other keys do nothing', () => {
  expect([
    stepTab('ArrowRight', 2, 3),
    stepTab('ArrowLeft', 0, 3),
    stepTab('Home', 2, 3),
    stepTab('End', 0, 3),
  ]).toEqual([0, 2, 0, 2])
  expect(stepTab('a', 1, 3)).toBeNull()
})

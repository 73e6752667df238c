import { expect, test } from 'vitest'
import { keyTitleOf, titleOf, toneOf } from './verdict.ts'

test.each([
  [true, true, 'ok', 'ip-restriction.passes', 'ip-restriction.keyPasses'],
  [true, false, 'warn', 'ip-restriction.wouldRefuse', 'ip-restriction.keyWouldRefuse'],
  [false, false, 'bad', 'ip-restriction.refused', 'ip-restriction.keyRefused'],
])('an address that passes: %s, and is listed: %s, is shown as %s', (passes, listed, tone, ofAll, ofKey) => {
  const verdict = { passes, listed }
  expect([toneOf(verdict), titleOf(verdict), keyTitleOf(verdict)]).toEqual([tone, ofAll, ofKey])
})

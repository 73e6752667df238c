import { STANDARD } from '@hongyan/contract/vocabulary/upstream'
import { UpstreamId } from '@hongyan/contract/ids'
import { expect, test } from 'vitest'
import { newRule } from './draft.ts'
import { newRuleId } from './rule-id.ts'
import { chipsOf } from './sentence.ts'

const [vonage, twilio] = [UpstreamId.parse(newRuleId()), UpstreamId.parse(newRuleId())]
const words = (rule: Parameters<typeof chipsOf>[0]) =>
  chipsOf(rule).map(({ ref, joint, share, isCanary }) => [joint, ref, share, isCanary])

test('the channels of an ordered rule follow each other, behind its canary', () => {
  const later = { upstream: vonage, weight: null }
  expect(
    words({
      ...newRule(),
      targets: [{ upstream: STANDARD, weight: null }, later],
      canary: { upstream: twilio, percent: 5 },
    }),
  ).toEqual([
    [null, twilio, 5, true],
    ['then', STANDARD, null, false],
    ['then', vonage, null, false],
  ])
})

test('the channels of a weighted rule stand beside each other with their shares', () => {
  const targets = [
    { upstream: vonage, weight: 50 },
    { upstream: twilio, weight: 30 },
  ]
  const rule = { ...newRule(), order: 'weighted', targets } as const
  expect(words({ ...rule, targets: [...targets] })).toEqual([
    [null, vonage, 63, false],
    ['and', twilio, 37, false],
  ])
})

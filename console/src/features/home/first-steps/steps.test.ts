import { expect, test } from 'vitest'
import { firstSteps, maySendText, stateOf, testRecipient } from './steps.ts'

test.each([
  [{ credential: false, sent: false }, ['current', 'later']],
  [{ credential: true, sent: false }, ['done', 'current']],
  [{ credential: true, sent: true }, ['done', 'done']],
] as const)('of %o the steps stand at %o', (progress, states) => {
  expect(firstSteps.map(({ step }) => stateOf(progress, step))).toEqual(states)
})

test('the test message goes to one’s own phone, else to the sandbox, else nobody is known', () => {
  const account = { phone: null, sandbox: true, partition: 'us' } as const
  expect(testRecipient({ ...account, phone: '+6581234567' })).toBe('+6581234567')
  expect(testRecipient(account)).toBe('+12065550100')
  expect(testRecipient({ ...account, partition: 'cn' })).toBe('+8613800138000')
  expect(testRecipient({ ...account, sandbox: false })).toBeNull()
})

const config = { sms_smpp: false, 'release.channel': 'stable', isCanary: false, acct_status: 0 } as const

test('mainland accounts send a text only when freed of signature and template', () => {
  const may = (partition: 'us' | 'cn', sms_wildcard: boolean | ('signature' | 'template')[]) =>
    maySendText({ partition, config: { ...config, sms_wildcard } })
  expect(may('us', [])).toBe(true)
  expect([may('cn', []), may('cn', false), may('cn', ['signature'])]).toEqual([false, false, false])
  expect([may('cn', true), may('cn', ['template', 'signature'])]).toEqual([true, true])
})

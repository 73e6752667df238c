import { expect, test } from 'vitest'
import { isFunded, maySendText, stateOf, stepsOf, testRecipient } from './steps.ts'

const prepaid = stepsOf({ credit_enabled: false })
const none = { credential: false, sent: false, topped_up: false }

test.each([
  [none, ['current', 'later', 'later']],
  [{ ...none, credential: true }, ['done', 'current', 'later']],
  [{ ...none, credential: true, topped_up: true }, ['done', 'current', 'done']],
  [{ credential: true, sent: true, topped_up: true }, ['done', 'done', 'done']],
] as const)('with money, of %o the steps stand at %o', (done, states) => {
  expect(prepaid.map(({ step }) => stateOf(prepaid, done, true, step))).toEqual(states)
})

test.each([
  [none, ['current', 'later', 'later']],
  [{ ...none, credential: true }, ['done', 'later', 'current']],
  // What was paid is spent: the message itself says that more is needed.
  [{ ...none, credential: true, topped_up: true }, ['done', 'current', 'done']],
] as const)('without money, of %o the steps stand at %o', (done, states) => {
  expect(prepaid.map(({ step }) => stateOf(prepaid, done, false, step))).toEqual(states)
})

test('who sends on credit is not asked to top up', () => {
  expect(stepsOf({ credit_enabled: true }).map(({ step }) => step)).toEqual(['credential', 'sent'])
  expect(isFunded({ credit_enabled: true, balance_amount: '0.000000' })).toBe(true)
})

test('money is there from the first millionth on, and a debt is none', () => {
  const funded = (balance: string) => isFunded({ credit_enabled: false, balance_amount: balance })
  expect([funded('0.000001'), funded('0.000000'), funded('-3.500000')]).toEqual([true, false, false])
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

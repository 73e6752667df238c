import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { expect, test } from 'vitest'
import { deliveryOf, isFunded, maySendText, stateOf, stepsOf, testRecipient } from './steps.ts'

const prepaid = stepsOf({ credit_enabled: false })
const none = { verified: false, credential: false, sent: false, topped_up: false }
const all = { verified: true, credential: true, sent: true, topped_up: true }

test.each([
  [none, ['later', 'current', 'later', 'later']],
  [{ ...none, credential: true }, ['later', 'done', 'current', 'later']],
  [{ ...none, credential: true, topped_up: true }, ['later', 'done', 'current', 'done']],
  [{ ...none, verified: true }, ['done', 'current', 'later', 'later']],
  // Sending needs no verification, so it comes last.
  [{ ...all, verified: false }, ['current', 'done', 'done', 'done']],
  [all, ['done', 'done', 'done', 'done']],
] as const)('with money and %o done, the steps are %o', (done, states) => {
  expect(prepaid.map(({ step }) => stateOf(prepaid, done, true, step))).toEqual(states)
})

test.each([
  [none, ['later', 'current', 'later', 'later']],
  [{ ...none, credential: true }, ['later', 'done', 'later', 'current']],
  // The top-up is spent already: the message step shows that more is needed.
  [{ ...none, credential: true, topped_up: true }, ['later', 'done', 'current', 'done']],
] as const)('without money and with %o done, the steps are %o', (done, states) => {
  expect(prepaid.map(({ step }) => stateOf(prepaid, done, false, step))).toEqual(states)
})

test('an account on credit has no top-up step', () => {
  expect(stepsOf({ credit_enabled: true }).map(({ step }) => step)).toEqual(['verified', 'credential', 'sent'])
  expect(isFunded({ credit_enabled: true, balance_amount: '0.000000' })).toBe(true)
})

test('an account has money from the first millionth on, and not with a debt', () => {
  const funded = (balance: string) => isFunded({ credit_enabled: false, balance_amount: balance })
  expect([funded('0.000001'), funded('0.000000'), funded('-3.500000')]).toEqual([true, false, false])
})

test('the test message goes to the account’s own phone, else to a sandbox number, else to no recipient', () => {
  const account = { phone: null, sandbox: true, partition: 'us' } as const
  expect(testRecipient({ ...account, phone: '+6581234567' })).toBe('+6581234567')
  expect(testRecipient(account)).toBe('+12065550100')
  expect(testRecipient({ ...account, partition: 'cn' })).toBe('+8613800138000')
  expect(testRecipient({ ...account, sandbox: false })).toBeNull()
})

const config = { sms_smpp: false, 'release.channel': 'stable', isCanary: false, acct_status: 0 } as const

test('a mainland account may send a text only without signature and template requirements', () => {
  const may = (partition: 'us' | 'cn', sms_wildcard: boolean | ('signature' | 'template')[]) =>
    maySendText({ partition, config: { ...config, sms_wildcard } })
  expect(may('us', [])).toBe(true)
  expect([may('cn', []), may('cn', false), may('cn', ['signature'])]).toEqual([false, false, false])
  expect([may('cn', true), may('cn', ['template', 'signature'])]).toEqual([true, true])
})

test.each([
  [{ sent: false, last_status: MessageStatus.Rejected }, null],
  [{ sent: true, last_status: MessageStatus.Accepted }, 'waiting'],
  [{ sent: true, last_status: MessageStatus.Unknown }, 'waiting'],
  [{ sent: true, last_status: MessageStatus.Delivered }, 'delivered'],
  [{ sent: true, last_status: MessageStatus.Undelivered }, 'failed'],
] as const)('with the progress %o the first message is %s', (progress, delivery) => {
  expect(deliveryOf(progress)).toBe(delivery)
})

import { expect, test } from 'vitest'
import { readSupport } from './support.ts'

const live = (env: Record<string, string>) => readSupport(env, false)

test('the sandbox has an example address of every channel, other servers have those that are set', () => {
  expect(Object.values(readSupport({}, true).contacts)).not.toContain(null)
  expect(live({ SUPPORT_EMAIL: 'help@example.com', SUPPORT_WHATSAPP: '+12065550199' }).contacts).toEqual({
    whatsapp: '+12065550199',
    telegram: null,
    line: null,
    wechat: null,
    email: 'help@example.com',
  })
  expect(readSupport({ SUPPORT_LINE: 'none' }, true).contacts.line).toBeNull()
})

test('a wechat address is an id or a link of wechat', () => {
  for (const value of ['hongyan-example', 'https://work.weixin.qq.com/kfid/kfc0a1b', 'https://u.wechat.com/EAbc-1']) {
    expect(live({ SUPPORT_WECHAT: value }).contacts.wechat).toBe(value)
  }
})

test.each([
  ['SUPPORT_WHATSAPP', '2065550100'],
  ['SUPPORT_TELEGRAM', 'me'],
  ['SUPPORT_LINE', 'two words'],
  ['SUPPORT_WECHAT', 'https://wechat.example.com/kfid/1'],
  ['SUPPORT_WECHAT', 'javascript:alert(1)'],
  ['SUPPORT_EMAIL', 'support'],
])('%s stops the start where it is %s', (name, value) => {
  expect(() => live({ [name]: value })).toThrow(`${name} must be`)
})

test('hours name days, times and a zone, and each partition has a default', () => {
  expect(live({}).hours).toMatchObject({ us: { zone: 'America/New_York' }, cn: { zone: 'Asia/Shanghai' } })
  expect(live({ SUPPORT_HOURS_US: 'Sat,Mon-Wed 08:30-24:00 Europe/London' }).hours.us).toEqual({
    days: [1, 2, 3, 6],
    from: '08:30',
    to: '24:00',
    zone: 'Europe/London',
  })
})

test.each([
  'Mon-Fri 09:00-18:00',
  'Fri-Mon 09:00-18:00 Asia/Shanghai',
  'Mon- 09:00-18:00 Asia/Shanghai',
  'Mon-Fri 18:00-09:00 Asia/Shanghai',
  'Mon-Fri 9-18 Asia/Shanghai',
  'Mon-Fri 09:00-18:00 Mars/Olympus',
  'Mon-Fri 09:00-18:00 Asia/Shanghai always',
])('hours such as "%s" stop the start', (value) => {
  expect(() => live({ SUPPORT_HOURS_CN: value })).toThrow('SUPPORT_HOURS_CN must be like "Mon-Fri')
})

test('replies by email need a mailbox with a short name, and a secret', () => {
  const [SUPPORT_MAIL_ADDRESS, SUPPORT_MAIL_SECRET] = ['Support@example.com', `whsec_${'A'.repeat(32)}`]
  const both = { SUPPORT_MAIL_ADDRESS, SUPPORT_MAIL_SECRET }
  expect(live({}).mail).toBeNull()
  expect(live(both).mail).toEqual({ address: 'support@example.com', secret: SUPPORT_MAIL_SECRET })
  expect(() => live({ SUPPORT_MAIL_ADDRESS })).toThrow('need both')
  expect(() => live({ ...both, SUPPORT_MAIL_ADDRESS: 'a+b@example.com' })).toThrow('no plus sign')
  expect(() => live({ ...both, SUPPORT_MAIL_ADDRESS: 'support.replies@example.com' })).toThrow('at most 13')
  expect(() => live({ ...both, SUPPORT_MAIL_SECRET: `whsec_${'A'.repeat(31)}` })).toThrow('24 bytes')
})

import { support as limits } from '@hongyan/contract/limits/support'
import { describe, expect, test } from 'vitest'
import { patient } from '../../../../test/patience.ts'
import { entriesIn } from './entries.ts'
import { indexOf, rank } from './rank.ts'

const indexes = { en: indexOf(entriesIn('en')), 'zh-CN': indexOf(entriesIn('zh-CN')) }

const idsOf = (query: string, locale: 'en' | 'zh-CN' = 'en') =>
  rank(indexes[locale], query, true).map(({ entry }) => entry.answer.id)

/** A query as customers type it, and the answer that comes first. */
const english: readonly [query: string, first: string][] = [
  ['codes not arriving', 'codes-not-arriving'],
  ['My users dont receive the OTP', 'codes-not-arriving'],
  ['verification code not received', 'codes-not-arriving'],
  ['delivered but not received', 'delivered-not-received'],
  ['customer says they did not get the delivered message', 'delivered-not-received'],
  ['why are my messages so slow', 'delivery-delays'],
  ['messages stuck in queue', 'delivery-delays'],
  ['sms failed', 'message-failed'],
  ['how to cancel a message', 'cancel-or-resend'],
  ['quiet hours', 'quiet-hours'],
  ['marketing sms not sent at night', 'quiet-hours'],
  ['unsubscribe', 'opt-outs'],
  ['block a number', 'opt-outs'],
  ['enable sending to Germany', 'sending-countries'],
  ['excel file can’t be imported', 'phonebook-files'],
  ['broadcast stopped', 'broadcast-paused'],
  ['export delivery report to csv', 'exports'],
  ['routing rules', 'own-channels'],
  ['how much does an sms cost', 'message-price'],
  ['charged for undelivered messages', 'charged-undelivered'],
  ['I paid but the balance didn’t change', 'top-up-not-credited'],
  ['refund', 'refunds'],
  ['refund fee after 14 days', 'refunds'],
  ['fapiao', 'fapiao'],
  ['where is my invoice', 'invoices'],
  ['auto recharge failed', 'auto-recharge-failed'],
  ['monthly billing credit limit', 'credit-account'],
  ['sender id rejected', 'sender-id-rejected'],
  ['template rejected', 'template-rejected'],
  ['how long does the review take', 'review-waiting'],
  ['carrier filing china', 'mainland-filing'],
  ['documents for kyc', 'verification-documents'],
  ['lost my phone 2fa', 'two-factor-lost'],
  ['forgot password', 'cannot-sign-in'],
  ['my key was stolen', 'leaked-key'],
  ['gdpr delete data', 'erase-data'],
  ['my account is suspended', 'suspended'],
  ['401 signature mismatch', 'signature-errors'],
  ['429 too many requests', 'rate-limits'],
  ['webhook not arriving', 'webhooks-not-arriving'],
  ['verify webhook signature', 'webhook-signature'],
  ['switch to hmac mode', 'hmac-mode'],
  ['ip not allowed', 'ip-lock-out'],
  ['dry run', 'dry-run'],
  ['idempotency key', 'idempotency'],
  ['test numbers', 'test-numbers'],
  ['insufficient_funds', 'insufficient_funds'],
  ['InsufficientFunds', 'insufficient_funds'],
  ['105400', 'insufficient_funds'],
  ['what is InsufficientFunds', 'insufficient_funds'],
  ['what does error 104090 mean', 'idempotency_mismatch'],
  ['blocked by carrier', 'blocked_by_carrier'],
]

const chinese: readonly [query: string, first: string][] = [
  ['收不到验证码', 'codes-not-arriving'],
  ['用户说没有收到验证码怎么办', 'codes-not-arriving'],
  ['显示已送达但是没收到', 'delivered-not-received'],
  ['短信延迟很久', 'delivery-delays'],
  ['短信发送失败是什么原因', 'message-failed'],
  ['怎么撤回短信', 'cancel-or-resend'],
  ['免打扰时段', 'quiet-hours'],
  ['退订的号码怎么恢复', 'opt-outs'],
  ['如何开通国际短信', 'sending-countries'],
  ['导入通讯录失败', 'phonebook-files'],
  ['群发任务暂停了', 'broadcast-paused'],
  ['短信怎么收费', 'message-price'],
  ['没送达为什么扣费', 'charged-undelivered'],
  ['充值没到账', 'top-up-not-credited'],
  ['怎么退款', 'refunds'],
  ['怎么开发票', 'fapiao'],
  ['自动充值失败', 'auto-recharge-failed'],
  ['签名审核不通过', 'sender-id-rejected'],
  ['模板被驳回', 'template-rejected'],
  ['审核要多久', 'review-waiting'],
  ['运营商报备', 'mainland-filing'],
  ['实名认证需要什么材料', 'verification-documents'],
  ['手机丢了登录不了两步验证', 'two-factor-lost'],
  ['忘记密码', 'cannot-sign-in'],
  ['密钥泄露', 'leaked-key'],
  ['注销账户', 'erase-data'],
  ['账户被封了怎么申诉', 'suspended'],
  ['签名错误 401', 'signature-errors'],
  ['限流', 'rate-limits'],
  ['收不到回调', 'webhooks-not-arriving'],
  ['IP 白名单', 'ip-lock-out'],
  ['幂等', 'idempotency'],
  ['余额不足', 'insufficient_funds'],
]

describe('a query as customers type it finds its answer first', () => {
  test.each(english)('in English: %s', (query, first) => {
    expect(idsOf(query)[0]).toBe(first)
  })
  test.each(chinese)('in Chinese: %s', (query, first) => {
    expect(idsOf(query, 'zh-CN')[0]).toBe(first)
  })
  test.each([...english.slice(0, 3), ...chinese.slice(0, 3)])('in whatever language they read: %s', (query, first) => {
    expect([idsOf(query, 'en')[0], idsOf(query, 'zh-CN')[0]]).toEqual([first, first])
  })
})

test('a word that is still being typed finds what it begins', () => {
  expect(idsOf('webho')).toContain('webhooks-not-arriving')
})

test.each(['zebra', '??', '天气预报', 'the and of'])('a query about something else finds nothing: %s', (query) => {
  expect([...idsOf(query), ...idsOf(query, 'zh-CN')]).toEqual([])
})

test('a number of several errors finds them all, those with a page first', () => {
  const found = rank(indexes.en, '105300').map(({ entry }) => entry.answer.path !== null)
  expect(found.length).toBeGreaterThan(8)
  expect(found.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => true))
})

test.each<[string, string]>([
  [
    'different Chinese characters',
    String.fromCodePoint(...Array.from({ length: limits.bodyMax }, (_, nr) => 0x4e00 + nr)),
  ],
  ['ligatures of three letters', 'ﬃ'.repeat(limits.bodyMax - 1) + '!'],
])('ten of the longest drafts are ranked within three tenths of a second: %s', (_, draft) => {
  // Processor time, which other work on the machine does not count into.
  const started = process.cpuUsage()
  for (let nr = 0; nr < 10; nr += 1) rank(indexes['zh-CN'], draft)
  const { user, system } = process.cpuUsage(started)
  expect((user + system) / 1_000).toBeLessThan(patient(300))
})

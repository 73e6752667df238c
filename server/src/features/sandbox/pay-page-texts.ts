import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'

interface PayPageTexts {
  readonly mark: string
  readonly channels: Readonly<Record<TopUpChannel, string>>
  readonly title: (channel: string) => string
  readonly merchant: string
  readonly house: string
  readonly order: string
  readonly until: string
  readonly simulation: string
  readonly pay: (amount: string) => string
  readonly fail: string
  readonly cancel: string
  readonly again: string
  readonly declined: readonly [title: string, text: string]
  readonly left: readonly [title: string, text: string]
  readonly paid: readonly [title: string, text: string]
  readonly closed: readonly [title: string, text: string]
  readonly back: string
  readonly mayClose: string
  readonly disputes: string
  readonly dispute: Readonly<Record<'none' | 'open' | 'won' | 'lost', string>>
  readonly openDispute: string
  readonly winDispute: string
  readonly loseDispute: string
  readonly magic: string
  readonly amounts: readonly string[]
}

export const payPageTexts: Readonly<Record<'en' | 'zh-CN', PayPageTexts>> = {
  en: {
    mark: 'Sandbox',
    channels: { stripe: 'Stripe', alipay: 'Alipay', wxpay: 'WeChat Pay' },
    title: (channel) => `Pay with ${channel}`,
    merchant: 'Merchant',
    house: 'Hongyan',
    order: 'Order',
    until: 'Expires',
    simulation: 'This page simulates the payment provider. No real money moves.',
    pay: (amount) => `Pay ${amount}`,
    fail: 'Simulate failure',
    cancel: 'Cancel',
    again: 'Pay again',
    declined: ['Declined', 'Nothing was charged. You can try again.'],
    left: ['Not paid', 'Nothing was charged. You can pay until the order expires.'],
    paid: ['Paid', 'The merchant is notified shortly.'],
    closed: ['Closed', 'This order can no longer be paid. Nothing was charged.'],
    back: 'Back to Hongyan',
    mayClose: 'You can close this window and return to the console.',
    disputes: 'Dispute',
    dispute: {
      none: 'The cardholder can dispute this payment.',
      open: 'This payment is disputed. Choose the result.',
      won: 'The merchant won the dispute.',
      lost: 'The cardholder won the dispute.',
    },
    openDispute: 'Open a dispute',
    winDispute: 'Dispute won',
    loseDispute: 'Dispute lost',
    magic: 'Test amounts',
    amounts: [
      'ends in .01: notified immediately',
      'ends in .02: declined',
      'ends in .03: never notified; the merchant has to poll',
      'ends in .04: notified twice',
      'ends in .05: notified a minute later',
      'ends in .06: notified with a wrong amount',
    ],
  },
  'zh-CN': {
    mark: '沙箱',
    channels: { stripe: 'Stripe', alipay: '支付宝', wxpay: '微信支付' },
    title: (channel) => (/\w$/.test(channel) ? `${channel} 收银台` : `${channel}收银台`),
    merchant: '收款方',
    house: '鸿雁',
    order: '订单',
    until: '付款截止时间',
    simulation: '本页面模拟支付渠道，不会发生真实扣款。',
    pay: (amount) => `支付 ${amount}`,
    fail: '模拟失败',
    cancel: '取消',
    again: '继续付款',
    declined: ['付款被拒绝', '未扣款，您可以重试。'],
    left: ['尚未付款', '未扣款，订单在截止时间前仍可支付。'],
    paid: ['支付成功', '收款方稍后会收到通知。'],
    closed: ['订单已关闭', '该订单已无法支付，未扣款。'],
    back: '返回鸿雁',
    mayClose: '您可以关闭此窗口并返回控制台。',
    disputes: '争议',
    dispute: {
      none: '持卡人可以对这笔付款提出争议。',
      open: '这笔付款存在争议，请选择结果。',
      won: '争议结果：商户胜诉。',
      lost: '争议结果：商户败诉。',
    },
    openDispute: '提出争议',
    winDispute: '商户胜诉',
    loseDispute: '商户败诉',
    magic: '测试金额',
    amounts: [
      '尾数 .01：立即通知收款方',
      '尾数 .02：付款被拒绝',
      '尾数 .03：不发送通知，收款方需主动查询',
      '尾数 .04：通知发送两次',
      '尾数 .05：通知延迟一分钟',
      '尾数 .06：通知中的金额有误',
    ],
  },
}

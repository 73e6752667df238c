import { configuration } from '@hongyan/contract/endpoints/configuration'
import { noticePreferences, notices } from '@hongyan/contract/endpoints/account/notices'
import { autoRecharge } from '@hongyan/contract/endpoints/finance/auto-recharge'
import { paymentMethods } from '@hongyan/contract/endpoints/finance/payment-methods'
import { refunds } from '@hongyan/contract/endpoints/finance/refunds'
import { topUp } from '@hongyan/contract/endpoints/finance/top-up'
import { verification } from '@hongyan/contract/endpoints/account/verification'
import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { exports } from '@hongyan/contract/endpoints/messaging/exports'
import { smsDlr } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { DAY } from '@hongyan/contract/durations'
import { signatures } from '@hongyan/contract/endpoints/messaging/signatures'
import { templates } from '@hongyan/contract/endpoints/messaging/templates'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { EntityKind } from '@hongyan/contract/vocabulary/review'
import { newEndpointSettings } from '@hongyan/contract/webhook-rules'
import type { Newest, Story } from '../story.ts'
import { daysAgo } from '../when.ts'

const office = {
  address: '198.51.100.140',
  userAgent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
}
const onTheWay = {
  address: '192.0.2.201',
  userAgent: 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36',
}

const email = 'demo.cn@hongyan.example'
const alipay = { channel: 'alipay', currency: 'CNY' }
const wxpay = { channel: 'wxpay', currency: 'CNY' }

/** Two parts: 70 characters fit into one. */
const LONG_TEXT =
  '您好，您的快件已到达小区东门驿站，请凭取件码于今晚九点前领取。如需送货上门或改约时间，请回复数字一，或登录云帆速递官网办理，我们将在两小时内与您联系。感谢您的支持。'

/** A mainland courier in yuan: Alipay with cashback, WeChat Pay, and a card that recharges the balance. */
/** The form of a sender ID, with the licence that was uploaded for it. */
const sender =
  (name: string) =>
  ({ files }: Newest) => ({
    name,
    kind: EntityKind.Entity,
    usage: 'own',
    regions: ['cn'],
    scenes: [MessageScene.Verification, MessageScene.Notification],
    industry: 'O2O',
    purpose: '向下单用户发送取件码和派送通知。',
    evidence: { registration_number: '91999999K91BH14X10', licence: files.at(-1) },
  })

const template = { language: 'zh-CN', signature_id: null, industry: 'O2O', usage_note: '' }
const signInCode = {
  ...template,
  name: '登录验证码',
  code: 'denglu',
  scene: MessageScene.Verification,
  content: '您的登录验证码为{code}，{minutes}分钟内有效。',
  variables: [
    { name: 'code', type: 'code', max_length: 6, sample: '402816' },
    { name: 'minutes', type: 'number', max_length: 2, sample: '5' },
  ],
}
const parcelArrived = {
  ...template,
  name: '快件到站通知',
  code: 'daozhan',
  scene: MessageScene.Notification,
  content: '您的快件{tracking}已到达小区东门驿站，请于{time}前领取。',
  variables: [
    { name: 'tracking', type: 'id', max_length: 20, sample: 'YF20261123' },
    { name: 'time', type: 'datetime', max_length: 20, sample: '11月25日21:00' },
  ],
}

/** The courier's server. Its host is answered by the sandbox. */
const orderSystem = {
  name: '订单系统',
  url: 'https://hooks.yunfan-express.example/receipts',
  ...newEndpointSettings(),
  batch: 20,
}

/** The messages of the seven days before, as a file. */
const lastWeek = ({ today }: Newest) => {
  const dayBefore = (days: number) => new Date(Date.parse(today) - days * DAY).toISOString().slice(0, 10)
  return {
    kind: 'messages',
    name: '上周短信',
    from: dayBefore(7),
    to: dayBefore(1),
    filters: {},
    columns: ['accepted_at', 'id', 'to', 'text', 'status', 'error', 'reason', 'parts', 'price', 'currency'],
    format: 'xlsx',
    gzip: false,
    zone: 'Asia/Shanghai',
    masked: true,
    language: 'zh-CN',
    repeat: 'none',
    notify: false,
  }
}

export const yunfanExpress: Story = {
  owner: {
    email,
    phone: '+8613800138000',
    firstname: '嘉禾',
    lastname: '陈',
    gender: 2,
    partition: 'cn',
    currency: 'CNY',
    time_zone: 'Asia/Shanghai',
    sms_smpp: true,
    // Exempt from the review of signatures and templates, so that the account can send.
    sms_wildcard: JSON.stringify(['signature', 'template']),
  },
  signedUp: daysAgo(41, '10:08'),
  device: office,
  traffic: {
    seed: 2,
    since: daysAgo(40, '06:00'),
    weekday: 110,
    today: 1.1,
    texts: [
      { share: 5, scene: MessageScene.Notification, text: LONG_TEXT },
      { share: 3, scene: MessageScene.Notification, text: '您的快件正在派送中，请保持电话畅通。' },
      {
        share: 2,
        scene: MessageScene.Verification,
        text: '您的登录验证码为402816，5分钟内有效。',
        template: { code: 'denglu', data: { code: '402816', minutes: '5' } },
      },
    ],
    places: [
      { share: 6, prefix: '+861700000', digits: 4 },
      { share: 4, prefix: '+861390013', digits: 4 },
    ],
  },
  events: [
    [daysAgo(41, '10:31'), { owner: credentials.create, body: { mode: AuthMode.Hmac } }],
    [daysAgo(41, '10:36'), { owner: configuration.saveSms, body: { content_retention: 7, signature: '云帆速递' } }],
    [daysAgo(41, '10:40'), { owner: topUp.create, body: { ...wxpay, amount: '200' } }],
    [daysAgo(41, '10:42'), { pays: null }],
    [daysAgo(41, '10:50'), { uploads: 'licence.pdf' }],
    [daysAgo(41, '10:51'), { uploads: 'id-front.pdf' }],
    [daysAgo(41, '10:52'), { uploads: 'id-back.pdf' }],
    [
      daysAgo(41, '10:58'),
      {
        owner: verification.submit,
        body: ({ files: [licence, front, back] }) => ({
          type: 'enterprise',
          name: '云帆速递',
          uscc: '91999999K91BH14X10',
          licence,
          legal_representative: '陈嘉禾',
          id_number: '999999198808080280',
          operator_name: '陈嘉禾',
          operator_phone: '+8613800138000',
          id_front: front,
          id_back: back,
          id_expires_on: '2036-08-07',
          industry: 'O2O',
          address: '杭州市西湖区文三路 90 号',
        }),
      },
    ],
    [
      daysAgo(41, '11:25'),
      {
        staff: 'review reject',
        on: ({ submission }) => [submission],
        options: { field: ['licence'], reason: ['document_blurry'], by: '赵宁' },
      },
    ],
    [daysAgo(41, '11:40'), { uploads: 'licence-2.pdf' }],
    [
      daysAgo(41, '11:42'),
      {
        owner: verification.resubmit,
        params: ({ submission }) => ({ id: submission }),
        body: ({ files: [licence] }) => ({ version: 2, licence }),
      },
    ],
    [daysAgo(41, '12:05'), { staff: 'review approve', on: ({ submission }) => [submission], options: { by: '赵宁' } }],
    [daysAgo(41, '12:20'), { uploads: 'licence.pdf' }],
    [daysAgo(41, '12:22'), { owner: signatures.create, body: sender('云帆速递') }],
    [daysAgo(41, '12:41'), { staff: 'review approve', on: ({ sender: id }) => [id], options: { by: '赵宁' } }],
    [daysAgo(41, '12:50'), { owner: signatures.makeDefault, params: ({ approvedSender: id }) => ({ id }) }],
    [daysAgo(40, '09:30'), { owner: templates.create, body: signInCode }],
    [daysAgo(40, '09:48'), { staff: 'review approve', on: ({ template: id }) => [id], options: { by: '赵宁' } }],
    [daysAgo(21, '10:10'), { uploads: 'licence.pdf' }],
    [daysAgo(21, '10:12'), { owner: signatures.create, body: sender('云帆到家') }],
    [daysAgo(21, '10:33'), { staff: 'review approve', on: ({ sender: id }) => [id], options: { by: '赵宁' } }],
    [
      daysAgo(2, '11:05'),
      {
        staff: 'filing lapse',
        on: ({ approvedSender: id }) => [id],
        options: { carrier: 'CUCC', reason: '长期未使用', by: '赵宁' },
      },
    ],
    [daysAgo(1, '15:30'), { owner: templates.create, body: parcelArrived }],
    [daysAgo(40, '11:00'), { owner: noticePreferences.save, body: { balance_low: '120' } }],
    [
      daysAgo(38, '15:11'),
      {
        owner: paymentMethods.add,
        body: {
          type: 'card',
          card: { number: '6200000000000005', exp_month: 11, exp_year: 2030, cvc: '271' },
          billing_name: '陈嘉禾',
          addr_country: 'CN',
          addr_line1: '文三路 90 号东部软件园',
          addr_city: '杭州',
          addr_state: '浙江',
          addr_zip: '310012',
        },
      },
    ],
    [
      daysAgo(38, '15:14'),
      {
        owner: autoRecharge.set,
        body: ({ card }) => ({ enable: true, below: '100', topup: '500', pm_id: card, agreed: true }),
      },
    ],
    [daysAgo(33, '09:52'), { owner: credentials.create, body: { mode: AuthMode.Simple } }],
    [daysAgo(20, '14:26'), { owner: topUp.create, body: { ...alipay, amount: '1000' } }],
    [daysAgo(20, '14:27'), { pays: null }],
    [
      daysAgo(13, '16:03'),
      {
        staff: 'ledger credit',
        on: [email, '300'],
        options: { reference: 'YUNFAN-WIRE-2208', reason: '对公转账到账', by: '赵宁' },
      },
    ],
    [daysAgo(8, '11:45'), { owner: topUp.create, body: { ...wxpay, amount: '200' } }],
    [daysAgo(8, '11:46'), { pays: null }],
    [
      daysAgo(7, '10:15'),
      {
        owner: refunds.create,
        params: ({ charge }) => ({ id: charge }),
        body: { amount: '80', reason: '充值金额填写有误' },
      },
    ],
    [daysAgo(5, '09:40'), { owner: smsDlr.save, body: { version: 0, endpoints: [orderSystem] } }],
    [daysAgo(4, '17:30'), { owner: topUp.create, body: { ...alipay, amount: '500' } }],
    [daysAgo(4, '17:38'), { owner: topUp.cancel, params: ({ order }) => ({ id: order }) }],
    [daysAgo(3, '20:10'), { signsIn: onTheWay }],
    [daysAgo(3, '20:12'), { owner: notices.read, body: {} }],
    [daysAgo(1, '09:02'), { signsIn: office }],
    [daysAgo(1, '09:20'), { owner: topUp.create, body: { ...alipay, amount: '100' } }],
    [daysAgo(1, '09:21'), { pays: null }],
    [daysAgo(1, '09:35'), { owner: exports.create, body: lastWeek }],
  ],
}

import { configuration } from '@hongyan/contract/endpoints/configuration'
import { noticePreferences, notices } from '@hongyan/contract/endpoints/account/notices'
import { autoRecharge } from '@hongyan/contract/endpoints/finance/auto-recharge'
import { paymentMethods } from '@hongyan/contract/endpoints/finance/payment-methods'
import { refunds } from '@hongyan/contract/endpoints/finance/refunds'
import { topUp } from '@hongyan/contract/endpoints/finance/top-up'
import { verification } from '@hongyan/contract/endpoints/account/verification'
import { countries } from '@hongyan/contract/endpoints/messaging/countries'
import { DAY } from '@hongyan/contract/durations'
import { exports } from '@hongyan/contract/endpoints/messaging/exports'
import { ipRestriction } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { smsDlr } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { smsRateLimiting } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { recipients } from '@hongyan/contract/endpoints/messaging/recipients'
import { signatures } from '@hongyan/contract/endpoints/messaging/signatures'
import { templates } from '@hongyan/contract/endpoints/messaging/templates'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { EntityKind } from '@hongyan/contract/vocabulary/review'
import { newEndpointSettings } from '@hongyan/contract/webhook-rules'
import type { Newest, Story } from '../story.ts'
import { daysAgo } from '../when.ts'
import { lumenBroadcasts } from './lumen-broadcasts.ts'
import { lumenIncident } from './lumen-incident.ts'
import { lumenRouting } from './lumen-routing.ts'
import { lumenTickets } from './lumen-tickets.ts'

const office = {
  address: '198.51.100.23',
  userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36',
}
const atHome = {
  address: '192.0.2.87',
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Safari/604.1',
}

const email = 'demo@hongyan.example'
/** The messages of the seven days before, as a file. */
const lastWeek = ({ today }: Newest) => {
  const dayBefore = (days: number) => new Date(Date.parse(today) - days * DAY).toISOString().slice(0, 10)
  return {
    kind: 'messages',
    name: 'Messages of last week',
    from: dayBefore(7),
    to: dayBefore(1),
    filters: {},
    columns: ['accepted_at', 'id', 'to', 'country', 'text', 'status', 'error', 'reason', 'parts', 'price', 'currency'],
    format: 'csv',
    gzip: false,
    zone: 'UTC',
    masked: true,
    language: 'en',
    repeat: 'none',
    notify: false,
  }
}
const payment = { channel: 'stripe', currency: 'USD' }

/** A parcel service in US dollars: prepaid, with a saved card that recharges the balance. */
/** The form of a sender ID, with the document that was uploaded for it. */
const sender =
  (name: string, scenes: readonly number[]) =>
  ({ files }: Newest) => ({
    name,
    kind: EntityKind.Entity,
    usage: 'own',
    regions: ['intl'],
    scenes,
    industry: 'ECOMMERCE',
    purpose: 'Codes and delivery notices to people who ordered a parcel in our shop.',
    evidence: { registration_number: '201912345K', licence: files.at(-1) },
  })

const template = { language: 'en', signature_id: null, industry: 'ECOMMERCE', usage_note: '' }
const signInCode = {
  ...template,
  name: 'Sign-in code',
  code: 'sign_in',
  scene: MessageScene.Verification,
  content: '{code} is your Lumen Parcel sign-in code. It expires in {minutes} minutes.',
  variables: [
    { name: 'code', type: 'code', max_length: 6, sample: '402816' },
    { name: 'minutes', type: 'number', max_length: 2, sample: '5' },
  ],
}
const parcelShipped = {
  ...template,
  name: 'Parcel shipped',
  code: 'parcel_shipped',
  scene: MessageScene.Notification,
  content: 'Your parcel {tracking} has shipped and should arrive by {time}.',
  variables: [
    { name: 'tracking', type: 'id', max_length: 20, sample: 'LP20261123' },
    { name: 'time', type: 'datetime', max_length: 20, sample: '2026-11-25 18:00' },
  ],
}
const autumnSale = {
  ...template,
  name: 'Autumn sale',
  code: 'autumn_sale',
  scene: MessageScene.Marketing,
  usage_note: 'To customers who ticked the box for offers at checkout.',
  content: 'Lumen Parcel: {percent} off every parcel this week, {name}. Reply STOP to opt out.',
  variables: [
    { name: 'percent', type: 'number', max_length: 4, sample: '20%' },
    { name: 'name', type: 'name', max_length: 20, sample: 'Mei' },
  ],
}

/** The shop's server. Its host is answered by the sandbox. */
const orderDesk = {
  name: 'Order desk',
  url: 'https://hooks.lumen-parcel.example/receipts',
  ...newEndpointSettings(),
}

/** At most a code a minute to one number, and an alert before a busy day becomes expensive. */
const limits = {
  version: 0,
  enabled: true,
  rules: [
    {
      scope: 'recipient',
      scene: MessageScene.Verification,
      per_minute: 1,
      per_hour: 5,
      per_day: 10,
      action: 'reject',
    },
    {
      scope: 'recipient',
      scene: MessageScene.Notification,
      per_minute: null,
      per_hour: null,
      per_day: 50,
      action: 'reject',
    },
  ],
  exempt: [{ number: '+12065550100', note: 'Our own test phone', expires_at: null }],
  per_second: null,
  day: { limit: 1_000, action: 'alert' },
  countries: [{ country: 'FR', limit: 200, action: 'block' }],
}

export const lumenParcel: Story = {
  owner: {
    email,
    phone: '+12065550100',
    firstname: 'Mei',
    lastname: 'Tan',
    gender: 2,
    partition: 'us',
    currency: 'USD',
    time_zone: 'UTC',
  },
  signedUp: daysAgo(41, '09:12'),
  device: office,
  traffic: {
    seed: 1,
    since: daysAgo(40, '06:00'),
    weekday: 90,
    today: 1.06,
    texts: [
      { share: 5, scene: MessageScene.Notification, text: 'Lumen Parcel: your parcel is out for delivery today.' },
      {
        share: 3,
        scene: MessageScene.Notification,
        text: 'Your parcel LP20261123 has shipped and should arrive by 18:00.',
        template: { code: 'parcel_shipped', data: { tracking: 'LP20261123', time: '18:00' } },
      },
      {
        share: 2,
        scene: MessageScene.Verification,
        text: '402816 is your Lumen Parcel sign-in code. It expires in 5 minutes.',
        template: { code: 'sign_in', data: { code: '402816', minutes: '5' } },
      },
    ],
    // Numbers that are reserved for fiction.
    places: [
      { share: 50, prefix: '+120655501', digits: 2 },
      { share: 10, prefix: '+141555501', digits: 2 },
      { share: 18, prefix: '+447700900', digits: 3 },
      { share: 12, prefix: '+4917139200', digits: 2 },
      { share: 10, prefix: '+3363998', digits: 4 },
    ],
  },
  events: [
    [daysAgo(41, '09:31'), { owner: credentials.create, body: { mode: AuthMode.Hmac } }],
    [daysAgo(41, '09:34'), { owner: configuration.saveSms, body: { content_retention: 7 } }],
    [daysAgo(41, '09:37'), { owner: countries.save, body: { enable: ['DE', 'FR', 'GB'] } }],
    [daysAgo(41, '09:40'), { owner: topUp.create, body: { ...payment, amount: '100' } }],
    [daysAgo(41, '09:43'), { pays: 'card' }],
    [daysAgo(41, '09:50'), { uploads: 'passport.pdf' }],
    [
      daysAgo(41, '09:54'),
      {
        owner: verification.submit,
        body: ({ files: [passport] }) => ({
          type: 'business',
          name: 'Lumen Parcel',
          country: 'SG',
          registration_number: '201912345K',
          address: '12 Robinson Road, Singapore 048543',
          website: 'https://lumen-parcel.example',
          representative: 'Mei Tan',
          id_number: 'K1234567E',
          id_document: passport,
          id_expires_on: '2031-06-30',
          use_case: 'Delivery notices and sign-in codes for people who ordered a parcel.',
          monthly_volume: 4_000,
          countries: ['US', 'GB', 'DE', 'FR'],
        }),
      },
    ],
    [
      daysAgo(41, '10:20'),
      { staff: 'review approve', on: ({ submission }) => [submission], options: { by: 'Ning Zhao' } },
    ],
    [daysAgo(41, '10:31'), { uploads: 'registration.pdf' }],
    [daysAgo(41, '10:34'), { owner: signatures.create, body: sender('LumenParcel', [1, 2, 3]) }],
    [daysAgo(41, '10:58'), { staff: 'review approve', on: ({ sender: id }) => [id], options: { by: 'Ning Zhao' } }],
    [daysAgo(41, '11:05'), { owner: signatures.makeDefault, params: ({ approvedSender: id }) => ({ id }) }],
    [daysAgo(41, '11:10'), { owner: templates.create, body: signInCode }],
    [daysAgo(41, '11:31'), { staff: 'review approve', on: ({ template: id }) => [id], options: { by: 'Ning Zhao' } }],
    [daysAgo(30, '16:20'), { owner: templates.create, body: autumnSale }],
    [daysAgo(30, '16:52'), { staff: 'review approve', on: ({ template: id }) => [id], options: { by: 'Ning Zhao' } }],
    [daysAgo(16, '09:15'), { uploads: 'registration.pdf' }],
    [daysAgo(16, '09:17'), { owner: signatures.create, body: sender('LumenCare', [2]) }],
    [
      daysAgo(16, '09:50'),
      {
        staff: 'review reject',
        on: ({ sender: id }) => [id],
        options: { field: ['licence'], reason: ['name_not_proved'], by: 'Ning Zhao' },
      },
    ],
    [
      daysAgo(12, '10:26'),
      {
        owner: ipRestriction.save,
        body: {
          version: 0,
          enabled: true,
          mode: 'allow',
          // A first try at the product from this machine is recorded, and gets through.
          reportOnly: true,
          entries: [
            { cidr: '203.0.113.0/27', effect: 'allow', note: 'Order servers', credential: null },
            { cidr: '2001:db8:24::/48', effect: 'allow', note: 'Order servers, IPv6', credential: null },
            { cidr: '203.0.113.30', effect: 'deny', note: 'Retired server', credential: null },
          ],
        },
      },
    ],
    [daysAgo(9, '13:40'), { owner: templates.create, body: parcelShipped }],
    [daysAgo(9, '14:05'), { staff: 'review approve', on: ({ template: id }) => [id], options: { by: 'Ning Zhao' } }],
    [
      daysAgo(0, '00:20'),
      {
        owner: templates.revise,
        params: ({ approvedTemplate: id }) => ({ id }),
        body: {
          ...parcelShipped,
          content: 'Your parcel {tracking} is on its way and should arrive by {time}. Track it in your account.',
          version: 1,
        },
      },
    ],
    [daysAgo(40, '14:05'), { owner: noticePreferences.save, body: { balance_low: '60' } }],
    [
      daysAgo(37, '10:02'),
      {
        owner: paymentMethods.add,
        body: {
          type: 'card',
          card: { number: '4242424242424242', exp_month: 8, exp_year: 2029, cvc: '314' },
          billing_name: 'Mei Tan',
          addr_country: 'US',
          addr_line1: '410 Terry Avenue North',
          addr_city: 'Seattle',
          addr_state: 'WA',
          addr_zip: '98109',
        },
      },
    ],
    [
      daysAgo(37, '10:06'),
      {
        owner: autoRecharge.set,
        body: ({ card }) => ({ enable: true, below: '50', topup: '100', pm_id: card, agreed: true }),
      },
    ],
    [daysAgo(34, '15:20'), { owner: credentials.create, body: { mode: AuthMode.Simple } }],
    [
      daysAgo(18, '11:20'),
      {
        staff: 'ledger credit',
        on: [email, '120'],
        options: { reference: 'LUMEN-WIRE-0417', reason: 'Bank transfer received', by: 'Ning Zhao' },
      },
    ],
    [daysAgo(12, '14:10'), { owner: topUp.create, body: { ...payment, amount: '80' } }],
    [daysAgo(12, '14:12'), { pays: 'paypal' }],
    [
      daysAgo(9, '10:31'),
      {
        owner: refunds.create,
        params: ({ charge }) => ({ id: charge }),
        body: { amount: '30', reason: 'We topped up more than we need this month' },
      },
    ],
    [daysAgo(5, '10:15'), { owner: smsDlr.save, body: { version: 0, endpoints: [orderDesk] } }],
    [daysAgo(5, '10:40'), { owner: smsRateLimiting.save, body: limits }],
    [daysAgo(5, '16:45'), { owner: topUp.create, body: { ...payment, amount: '150' } }],
    [daysAgo(5, '16:52'), { owner: topUp.cancel, params: ({ order }) => ({ id: order }) }],
    [
      daysAgo(20, '10:12'),
      {
        owner: recipients.add,
        body: { recipient: '+12065550142', reason: 'block', note: 'Says it’s a wrong number' },
      },
    ],
    [
      daysAgo(12, '14:05'),
      {
        owner: recipients.import,
        body: {
          recipients: ['+12065550107', '+12065550118', '+14155550121', '+447700900045', '+447700900312'],
          reason: 'opt_out',
          note: 'Unsubscribed in the shop',
        },
      },
    ],
    ...lumenRouting,
    ...lumenBroadcasts,
    ...lumenTickets,
    ...lumenIncident,
    [daysAgo(3, '19:40'), { signsIn: atHome }],
    [daysAgo(3, '19:42'), { owner: notices.read, body: {} }],
    [daysAgo(1, '08:50'), { signsIn: office }],
    [daysAgo(1, '09:05'), { owner: topUp.create, body: { ...payment, amount: '20' } }],
    [daysAgo(1, '09:07'), { pays: 'applepay' }],
    [daysAgo(1, '09:20'), { owner: exports.create, body: lastWeek }],
  ],
}

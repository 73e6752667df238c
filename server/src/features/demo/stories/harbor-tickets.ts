import { configuration } from '@hongyan/contract/endpoints/configuration'
import { notices } from '@hongyan/contract/endpoints/account/notices'
import { billing } from '@hongyan/contract/endpoints/finance/invoices'
import { paymentMethods } from '@hongyan/contract/endpoints/finance/payment-methods'
import { topUp } from '@hongyan/contract/endpoints/finance/top-up'
import { verification } from '@hongyan/contract/endpoints/account/verification'
import { countries } from '@hongyan/contract/endpoints/messaging/countries'
import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { Story } from '../story.ts'
import { daysAgo, monthsAgo } from '../when.ts'

const office = {
  address: '198.51.100.77',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
}

const email = 'demo.credit@hongyan.example'
const payment = { channel: 'stripe', currency: 'USD' }
const by = { by: 'Ning Zhao' }

const business = {
  type: 'business',
  name: 'Harbor Tickets',
  country: 'US',
  registration_number: '604 918 227',
  address: '1201 Third Avenue, Seattle, WA 98101',
  website: 'https://harbor-tickets.example',
  representative: 'Nora Lind',
  id_number: 'L55501234',
  id_expires_on: '2032-04-30',
  use_case: 'Tickets, door times and sign-in codes for people who bought a ticket.',
  monthly_volume: 1_000,
  countries: ['US', 'GB', 'FR'],
}

/**
 * A ticket shop with credit. It paid its first invoice by bank transfer. The second one is overdue, so the shop pays
 * ahead until that is settled.
 */
export const harborTickets: Story = {
  owner: {
    email,
    phone: '+12065550188',
    firstname: 'Nora',
    lastname: 'Lind',
    gender: 2,
    partition: 'us',
    currency: 'USD',
    time_zone: 'UTC',
  },
  signedUp: monthsAgo(5, 18, '13:20'),
  device: office,
  isInvoiced: true,
  traffic: {
    seed: 3,
    since: monthsAgo(4, 1, '06:00'),
    weekday: 24,
    today: 1.04,
    texts: [
      {
        share: 6,
        scene: MessageScene.Notification,
        text: 'Harbor Tickets: your tickets are ready. Doors open at 7 pm.',
      },
      { share: 2, scene: MessageScene.Verification, text: 'Your Harbor Tickets code is 402816.' },
      { share: 2, scene: MessageScene.Notification, text: 'Harbor Tickets: tonight’s show starts in two hours.' },
    ],
    places: [
      { share: 40, prefix: '+120655501', digits: 2 },
      { share: 30, prefix: '+447700900', digits: 3 },
      { share: 30, prefix: '+3363998', digits: 4 },
    ],
  },
  events: [
    [monthsAgo(5, 18, '13:40'), { owner: credentials.create, body: { mode: AuthMode.Hmac } }],
    [monthsAgo(5, 18, '13:44'), { owner: configuration.saveSms, body: { content_retention: 7 } }],
    [monthsAgo(5, 18, '13:47'), { owner: countries.save, body: { enable: ['FR', 'GB'] } }],
    [
      monthsAgo(5, 18, '14:02'),
      {
        owner: billing.save,
        body: {
          legal_name: 'Harbor Tickets LLC',
          address: '1201 Third Avenue, Seattle, WA 98101',
          country: 'US',
          tax_id: '',
          emails: [],
          po: 'HT-2207',
          language: 'en',
        },
      },
    ],
    [monthsAgo(5, 18, '14:10'), { uploads: 'licence.pdf' }],
    [
      monthsAgo(5, 18, '14:16'),
      { owner: verification.submit, body: ({ files: [id] }) => ({ ...business, id_document: id }) },
    ],
    [monthsAgo(5, 18, '15:02'), { staff: 'review approve', on: ({ submission }) => [submission], options: by }],
    [monthsAgo(5, 20, '09:00'), { staff: 'account set', on: [email, 'credit_amount', '300'], options: by }],
    [monthsAgo(5, 20, '09:01'), { staff: 'account set', on: [email, 'credit_enabled', 'true'], options: by }],
    [
      monthsAgo(3, 20, '10:15'),
      {
        staff: 'invoice bank',
        on: ({ invoice, outstanding }) => [invoice, outstanding],
        options: { reference: 'HARBOR-WIRE-0093', ...by },
      },
    ],
    // The second invoice was issued the day before.
    [monthsAgo(2, 3, '10:00'), { signsIn: office }],
    [monthsAgo(2, 3, '10:04'), { owner: topUp.create, body: { ...payment, amount: '60' } }],
    [monthsAgo(2, 3, '10:06'), { pays: 'card' }],
    [monthsAgo(1, 10, '15:30'), { signsIn: office }],
    [
      monthsAgo(1, 10, '15:34'),
      {
        owner: paymentMethods.add,
        body: {
          type: 'card',
          card: { number: '5555555555554444', exp_month: 3, exp_year: 2029, cvc: '159' },
          billing_name: 'Nora Lind',
          addr_country: 'US',
          addr_line1: '1201 Third Avenue',
          addr_city: 'Seattle',
          addr_state: 'WA',
          addr_zip: '98101',
        },
      },
    ],
    [monthsAgo(1, 10, '15:40'), { owner: topUp.create, body: { ...payment, amount: '60' } }],
    [monthsAgo(1, 10, '15:42'), { pays: 'googlepay' }],
    [daysAgo(1, '16:20'), { signsIn: office }],
    [daysAgo(1, '16:21'), { owner: notices.read, body: {} }],
    // The shop moves, and submits its new address. The reviewer has not decided yet.
    [daysAgo(1, '16:30'), { uploads: 'licence.pdf' }],
    [
      daysAgo(1, '16:34'),
      {
        owner: verification.submit,
        body: ({ files: [id] }) => ({ ...business, address: '85 Pike Street, Seattle, WA 98101', id_document: id }),
      },
    ],
  ],
}

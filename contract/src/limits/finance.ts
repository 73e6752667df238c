import { DAY, HOUR, MINUTE, SECOND } from '../durations.ts'

/**
 * Numbers of payments and invoices (specification sections 5 and 9). Durations are milliseconds unless named otherwise.
 */

export const topUp = {
  submitFrom: '0.01',
  range: { CNY: { min: '0.01', max: '20000' }, USD: { min: '20', max: '3000' } },
  decimals: 2,
  /** The time to pay an order. */
  payableFor: HOUR,
  /** An unpaid order is polled, and may be checked, for this long after its expiry. */
  checkedFor: 30 * DAY,
  /** The shortest interval between two polls of the same order at its channel. */
  askEvery: 5 * SECOND,
  checkedAtOnce: 20,
  /** The most orders that an account may create in ten minutes. */
  orders: { most: 30, window: 10 * MINUTE },
  wechatPoll: 5 * SECOND,
  wechatPollUntil: 3_600_000,
  qrSize: 320,
  qrLevel: 'H',
} as const

export const autoRecharge = {
  below: { min: '10', max: '2000' },
  submitFrom: '100',
  topup: { CNY: { min: '500', max: '5000' }, USD: { min: '100', max: '5000' } },
  /** Limits on a rush of recharges (semantics D5): how many in a day, their daily sum, and the pause between two. */
  perDay: 3,
  coolDown: 10 * MINUTE,
  /** The version of the agreement text; changes with the text. */
  agreement: '2026-11-20',
  belowPlaceholder: '100',
  topupPlaceholder: '1000',
} as const

export const refund = {
  freeFor: 14 * DAY,
  feePercent: 25,
  least: '0.01',
  reason: { min: 5, max: 300 },
  /** The most refunds of a charge, and of an account in 24 hours (semantics D5). */
  perCharge: 10,
  perDay: 20,
} as const

/**
 * Screens S7, in days: how long a draft can change, when an issued invoice is due, and when to remind the customer,
 * counted from the due date.
 */
export const invoice = {
  draftDays: 1,
  dueDays: 30,
  remindOn: [-7, -1, 1, 7, 14],
  /** From this day the invoice stays overdue, and credit is reserved for verification codes. */
  overdueOn: 14,
  emails: 5,
  emailMax: 254,
  poMax: 64,
  reason: { min: 5, max: 300 },
} as const

export const cashback = {
  tiers: [
    { from: '1000', min: '1.08', max: '8.88' },
    { from: '5000', min: '10.8', max: '28.8' },
    { from: '10000', min: '30.8', max: '188' },
  ],
  creditedWithin: 2 * MINUTE,
  /** The delay between a charge and its cashback (semantics D5). */
  postedAfter: { min: 60 * SECOND, max: 110 * SECOND },
  /** 31 December 2025 24:00 Asia/Shanghai. */
  endsAt: '2025-12-31T16:00:00Z',
} as const

export const card = {
  number: /^\d{12,24}$/,
  cvc: /^\d{3}$/,
  expiry: /^(0[1-9]|1[0-2])\/\d{2}$/,
  addressMin: 6,
  lineMax: 200,
  /** The most cards that an account may keep, and may try to add in an hour. */
  most: 10,
  tries: { most: 5, window: HOUR },
} as const

import { DAY, HOUR, MINUTE, SECOND } from './durations.ts'

/**
 * Every number of the specification's sections 5 and 9 and of the send API, each in one place. Durations are
 * milliseconds unless named otherwise.
 */

export const session = {
  reloadAfterHidden: 2 * MINUTE,
  reloadDebounce: 15 * SECOND,
  forcedReloadAfter: 5 * SECOND,
  localeCookieSeconds: 31_536_000,
  visitorCookieSeconds: 365 * 24 * 60 * 60,
  /** A session ends 30 days after it began, or 7 days after it was last used. */
  lifetime: 30 * DAY,
  idle: 7 * DAY,
} as const

export const signIn = {
  failures: 5,
  window: 15 * MINUTE,
  lock: 15 * MINUTE,
  identifierMax: 254,
  passwordMax: 256,
} as const

export const search = { minCharacters: 2, delay: 33 } as const

export const statistics = {
  periods: { '7d': 7, '30d': 30 },
  mobileBars: { minWidth: 320, belowWidth: 430, margin: 16, wideMargin: 160, perBar: 30 },
} as const
export type StatisticsPeriod = keyof typeof statistics.periods

export const shownDecimals = { topBar: 2, topUp: 2, homeBalance: 4, creditLimit: 2, messagePrice: 6 } as const

export const topUp = {
  submitFrom: '0.01',
  range: { CNY: { min: '0.01', max: '20000' }, USD: { min: '20', max: '3000' } },
  decimals: 2,
  /** The time to pay an order. */
  payableFor: HOUR,
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

export const refund = { freeFor: 14 * DAY, feePercent: 25, least: '0.01', reason: { min: 5, max: 300 } } as const

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

export const profile = { nameMax: 48, avatarSize: 128 } as const
export const password = { min: 6, signOutAfter: 3 * SECOND } as const
export const contact = {
  phone: /^\+?\d{6,}$/,
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
} as const
export const code = {
  pattern: /^\d{4,6}$/,
  maxLength: 6,
  resendAfter: 60 * SECOND,
  digits: 6,
  validFor: 10 * MINUTE,
  tries: 5,
  tokenValidFor: 10 * MINUTE,
} as const

/** Ruling 36 and screens S14: how long a step-up lasts, and how many factors an account may keep. */
export const secondFactor = {
  stepUpFor: 10 * MINUTE,
  /** From the right password until the second factor. */
  ticketFor: 10 * MINUTE,
  /** The wrong answers that a ticket or a session may give before it has to wait. */
  tries: 5,
  triesWindow: 15 * MINUTE,
  recoveryCodes: 10,
  passkeys: 10,
  passkeyNameMax: 48,
  /** The time in which a browser may answer a WebAuthn challenge. */
  challengeFor: 5 * MINUTE,
} as const

/** The time that the audit log keeps an entry, and the most rows of an exported file. */
export const audit = { keptDays: 400, fileRows: 10_000 } as const

export const notices = { kept: 200, keptDays: 90, lowBalance: { min: '1', max: '100000' } } as const

export const toast = { duration: 3 * SECOND } as const
export const credentials = { pageSize: 20, secretMask: '******', secretShown: 3 } as const

export const list = { limit: 20, maxLimit: 100, maxOffset: 10_000, exactTotalUpTo: 10_000 } as const

export const sendApi = {
  bodyBytes: 1_048_576,
  recipients: 100,
  textMax: 2_000,
  labelMax: 128,
  senderMax: 64,
  timestampTolerance: 10 * MINUTE,
  nonceMax: 64,
  nonceWindow: 20 * MINUTE,
  idempotencyKey: /^[A-Za-z0-9._-]{1,255}$/,
  idempotencyKept: 24 * HOUR,
} as const

/**
 * semantics: at most ten parts a message; an account's default rate in parts per second; a full queue is four hours of
 * it.
 */
export const sending = { maxParts: 10, accountRate: 50, fullQueueSeconds: 4 * 60 * 60 } as const

/** Validity by scene: codes five minutes, notifications a day, marketing three days. */
export const validity = { 1: 5 * MINUTE, 2: DAY, 3: 3 * DAY } as const

/** Customer settings for messages: validity in seconds, and how many days bodies are kept. */
export const smsConfiguration = {
  validity: { min: 30, max: 72 * 60 * 60 },
  retentionDays: [0, 7, 30, 90],
  retentionDefault: 30,
} as const
export type RetentionDays = (typeof smsConfiguration.retentionDays)[number]

/** Daily caps of the trust levels 0 and 1. */
export const trust = { newPerDay: 20, paidPerDay: 1_000 } as const

export const dates = { outOfRangeAfterMonths: 3 } as const

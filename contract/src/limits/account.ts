import { MINUTE, SECOND } from '../durations.ts'

/**
 * Numbers of accounts, codes and factors (specification sections 5 and 9). Durations are milliseconds unless named
 * otherwise.
 */

export const signIn = {
  failures: 5,
  /** Wrong passwords of one network, for any accounts, in the same window and with the same lock. */
  networkFailures: 60,
  /** The owner is notified of so many wrong passwords in a row. */
  noticedFailures: 10,
  window: 15 * MINUTE,
  lock: 15 * MINUTE,
  identifierMax: 254,
  passwordMax: 256,
} as const

export const profile = { nameMax: 48 } as const

export const password = {
  min: 6,
  /** The console signs out this long after a change. */
  signOutAfter: 3 * SECOND,
  /** The session ends by itself this long after a change, also where the console was closed meanwhile. */
  sessionEndsAfter: 10 * SECOND,
} as const

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
  /** The wrong answers of a network to an account before it has to wait. */
  tries: 5,
  triesWindow: 15 * MINUTE,
  /** The wrong answers of all networks to an account's sign-ins in new browsers, before these have to wait. */
  accountTries: 20,
  accountWindow: 60 * MINUTE,
  recoveryCodes: 10,
  passkeys: 10,
  passkeyNameMax: 48,
  /** The time in which a browser may answer a WebAuthn challenge. */
  challengeFor: 5 * MINUTE,
} as const

/** The time that the audit log keeps an entry, and the most rows of an exported file. */
export const audit = { keptDays: 400, fileRows: 10_000 } as const

export const notices = { kept: 200, keptDays: 90, lowBalance: { min: '1', max: '100000' } } as const

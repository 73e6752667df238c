import { HOUR } from '@hongyan/contract/durations'
import { decimalOf, type Micros, micros, parseMicros } from '@hongyan/contract/money'
import { Locale } from '@hongyan/contract/vocabulary/account'
import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { PaymentOrder } from './provider.ts'

const MICROS_PER_CENT = 10_000n

/** Whole cents (fen). Some providers want units with two decimals instead. */
export const centsOf = (amount: Micros): number => Number(amount / MICROS_PER_CENT)
export const unitsOf = (amount: Micros): string => decimalOf(amount).slice(0, -4)

/** Converts cents to micros; null unless they are a whole, positive number. */
export const ofCents = (cents: number): Micros | null =>
  Number.isSafeInteger(cents) && cents > 0 ? micros(BigInt(cents) * MICROS_PER_CENT) : null

/** Parses "88.00". Null for any other text and for zero. */
export function ofUnits(units: string): Micros | null {
  const amount = /^\d{1,12}(\.\d{1,2})?$/.test(units) ? parseMicros(units) : null
  return amount === null || amount === 0n ? null : amount
}

const subjects = { [Locale.English]: 'Account top-up', [Locale.SimplifiedChinese]: '账户充值' } as const

const invoiceSubjects = { [Locale.English]: 'Invoice', [Locale.SimplifiedChinese]: '账单' } as const

/** The payment's description that the payer sees. */
export const subjectOf = ({ locale, invoice }: PaymentOrder): string =>
  invoice === null ? subjects[locale] : `${invoiceSubjects[locale]} ${invoice}`

const refundSubjects = { [Locale.English]: 'Account refund', [Locale.SimplifiedChinese]: '账户退款' } as const

/** The refund's description that the payer sees. It never includes the customer's reason. */
export const refundSubjectOf = ({ locale }: PaymentOrder): string => refundSubjects[locale]

export const webhookUrl = (publicUrl: string, channel: TopUpChannel): string => `${publicUrl}/callbacks/${channel}`
export const resultUrl = (publicUrl: string, { reference }: PaymentOrder): string =>
  `${publicUrl}/topup/result?order=${reference}`

const EIGHT_HOURS = 8 * HOUR

/** Formats a time in Shanghai's zone, as Chinese providers expect it: "2026-11-20T17:00:00" for 09:00 UTC. */
export const shanghaiTime = (moment: Date): string =>
  new Date(moment.getTime() + EIGHT_HOURS).toISOString().slice(0, 19)

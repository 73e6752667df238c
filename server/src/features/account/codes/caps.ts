import { code } from '@hongyan/contract/limits/account'
import { parseNumber } from '@hongyan/contract/sms/number'
import { homeCountry } from '@hongyan/contract/vocabulary/account'

const HOUR_SECONDS = 3_600
const DAY = 24 * HOUR_SECONDS

/**
 * The subjects of the caps. A prefix is a block of ten thousand numbers: fraud runs through them one after the other.
 */
export type Counted =
  | 'country'
  | 'phones'
  | 'asker'
  | 'target'
  | 'account'
  | 'address'
  | 'prefix'
  | 'device'
  | 'guesses'

interface Cap {
  readonly most: number
  readonly seconds: number
}

/** The most uses within a window; a window begins with the first use that it counts. */
const caps: Readonly<Record<Counted, readonly Cap[]>> = {
  /** The codes that one asker requests for a target in a scene. */
  asker: [
    { most: 1, seconds: code.resendAfter / 1_000 },
    { most: 5, seconds: HOUR_SECONDS },
    { most: 8, seconds: DAY },
  ],
  /** The codes that all askers except the owner request for a target in a scene. */
  target: [
    { most: 8, seconds: HOUR_SECONDS },
    { most: 12, seconds: DAY },
  ],
  account: [{ most: 20, seconds: DAY }],
  address: [
    { most: 60, seconds: HOUR_SECONDS },
    { most: 200, seconds: DAY },
  ],
  prefix: [
    { most: 50, seconds: HOUR_SECONDS },
    { most: 200, seconds: DAY },
  ],
  /** The codes by phone to one country abroad. */
  country: [{ most: 200, seconds: DAY }],
  /** All codes by phone. */
  phones: [{ most: 5_000, seconds: DAY }],
  device: [
    { most: 10, seconds: HOUR_SECONDS },
    { most: 30, seconds: DAY },
  ],
  /** Codes that an address enters without a handle, right or wrong. */
  guesses: [{ most: 100, seconds: HOUR_SECONDS }],
}

/** One use of one cap. */
export interface CapClaim extends Cap {
  readonly key: string
  /** The subject of the cap and of all others of its kind, such as one network. */
  readonly subject: string
}

export const claimsOn = (counted: Counted, values: readonly string[]): readonly CapClaim[] =>
  [...new Set(values)].flatMap((value) =>
    caps[counted].map((cap) => ({
      ...cap,
      key: `${counted} ${cap.seconds} ${value}`,
      subject: subjectOf(counted, value),
    })),
  )

export const subjectOf = (counted: Counted, value: string): string => `${counted} ${value}`

/** The countries of the partitions, whose prices are low. Only the cap of all codes by phone limits them. */
const HOME_COUNTRIES: readonly string[] = Object.values(homeCountry)

/** The country abroad of a phone: that of its number, because +1 covers cheap and expensive countries. */
export function countryOf(phone: string): readonly string[] {
  const number = parseNumber(phone, null)
  const country = number.ok ? (number.iso ?? `+${number.cc}`) : 'none'
  return HOME_COUNTRIES.includes(country) ? [] : [country]
}

const NUMBERS_IN_BLOCK = 4

export const prefixOf = (phone: string): string => phone.slice(0, -NUMBERS_IN_BLOCK)

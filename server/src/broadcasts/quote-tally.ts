import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import { type Micros, micros, ZERO } from '@hongyan/contract/money'
import type { ErrorCode } from '@hongyan/contract/errors'
import { septetsIn } from '@hongyan/contract/sms/encoding'
import type { LeftOutReason } from '@hongyan/contract/vocabulary/broadcast'
import type { Outcome, PricedRecipient } from '../pipeline/message.ts'
import type { RecipientTime } from './recipient-time.ts'

/** A message as the estimate shows it. */
export interface Shown {
  readonly row: number
  /** E.164. */
  readonly to: string
  readonly sender: string | null
  readonly text: string
  readonly parts: number
}

interface CountryTally {
  recipients: number
  parts: number
  amount: Micros
  /** Null where recipients have several. */
  unitPrice: Micros | null
  readonly sender: string
}

/** The figures of an estimate while recipients are added to it. */
export interface Tally {
  recipients: number
  parts: number
  atMost: Micros
  unicode: number
  waiting: number
  /** The part of `waiting` that a limit of the law delays. */
  capped: number
  longest: Shown | null
  firstAt: Date | null
  lastAt: Date | null
  /** The earliest and the latest moment that the plan names. */
  earliest: Date | null
  latest: Date | null
  readonly leftOut: Map<LeftOutReason, number>
  /** The refusals behind those that are left out. */
  readonly refusals: Map<ErrorCode | 'never_open', number>
  readonly byParts: Map<number, number>
  readonly unicodeCharacters: Set<string>
  readonly previews: Shown[]
  readonly countries: Map<string, CountryTally>
  readonly refusedCountries: Set<string>
}

/** The most characters that are named. */
const CHARACTERS = 20

export const newTally = (): Tally => ({
  recipients: 0,
  parts: 0,
  atMost: ZERO,
  unicode: 0,
  waiting: 0,
  capped: 0,
  longest: null,
  firstAt: null,
  lastAt: null,
  earliest: null,
  latest: null,
  leftOut: new Map(),
  refusals: new Map(),
  byParts: new Map(),
  unicodeCharacters: new Set(),
  previews: [],
  countries: new Map(),
  refusedCountries: new Set(),
})

/** The reason of a recipient who gets no message. All rules that keep an account from a country are one reason. */
const reasons: Readonly<Partial<Record<ErrorCode, LeftOutReason>>> = {
  invalid_phone_number: 'invalid',
  opted_out: 'opted_out',
  recipient_blocked: 'blocked',
  no_route: 'no_price',
  missing_template_data: 'value_missing',
  invalid_template_data: 'value_invalid',
  too_many_parts: 'text_too_long',
}

export interface Priced {
  readonly row: number
  readonly outcome: Outcome<PricedRecipient>
  readonly time: (recipient: PricedRecipient) => RecipientTime
  /** The owner leaves it out because its number was not reached. */
  readonly isSkipped: boolean
}

/** Adds a row's outcome, for as many recipients as have the same one. */
export function add(tally: Tally, { row, outcome, time, isSkipped }: Priced, times = 1): void {
  if ('refused' in outcome) {
    leaveOut(tally, reasons[outcome.refused.code] ?? 'country', outcome.refused.code, times)
    return
  }
  if (isSkipped) {
    leaveOut(tally, 'unreached', 'recipient_unreached', times)
    return
  }
  const recipient = outcome.ok
  const { wanted, at, isCapped, isRefused } = time(recipient)
  tally.earliest = earlier(tally.earliest, wanted)
  tally.latest = later(tally.latest, wanted)
  if (isRefused) tally.refusedCountries.add(recipient.country)
  if (at === null) {
    leaveOut(tally, 'never_open', 'never_open', times)
    return
  }
  tally.recipients += times
  tally.parts += times * recipient.parts
  tally.atMost = micros(tally.atMost + recipient.price * BigInt(times))
  if (at > wanted) tally.waiting += times
  if (isCapped) tally.capped += times
  tally.firstAt = earlier(tally.firstAt, at)
  tally.lastAt = later(tally.lastAt, at)
  increase(tally.byParts, recipient.parts, times)
  addCountry(tally, recipient, times)
  addText(tally, row, recipient, times)
}

function leaveOut(tally: Tally, reason: LeftOutReason, code: ErrorCode | 'never_open', times: number): void {
  increase(tally.leftOut, reason, times)
  increase(tally.refusals, code, times)
}

function addCountry({ countries }: Tally, { country, parts, price, unitPrice, shown }: PricedRecipient, times: number) {
  const known = countries.get(country)
  const own = known ?? { recipients: 0, parts: 0, amount: ZERO, unitPrice, sender: shown.value }
  own.recipients += times
  own.parts += times * parts
  own.amount = micros(own.amount + price * BigInt(times))
  if (own.unitPrice !== unitPrice) own.unitPrice = null
  if (known === undefined) countries.set(country, own)
}

function addText(tally: Tally, row: number, recipient: PricedRecipient, times: number): void {
  const { to, country, shown, text, parts, unicode } = recipient
  // To +86 every text counts as Unicode, so no character makes it longer.
  if (unicode && country !== 'CN') {
    tally.unicode += times
    if (tally.unicodeCharacters.size < CHARACTERS) addCharacters(tally.unicodeCharacters, text)
  }
  const message = { row, to, sender: shown.value, text, parts }
  if (isLonger(message, tally.longest)) tally.longest = message
  if (tally.previews.length < limits.shownRows) tally.previews.push(message)
}

function addCharacters(characters: Set<string>, text: string): void {
  for (const character of text) {
    if (characters.size >= CHARACTERS) return
    if (septetsIn(character) === null) characters.add(character)
  }
}

const isLonger = (one: Shown, other: Shown | null): boolean =>
  other === null || one.parts > other.parts || (one.parts === other.parts && one.text.length > other.text.length)

const increase = <K>(counts: Map<K, number>, key: K, times: number): unknown =>
  counts.set(key, (counts.get(key) ?? 0) + times)

const earlier = (one: Date | null, other: Date): Date => (one !== null && one <= other ? one : other)
const later = (one: Date | null, other: Date): Date => (one !== null && one >= other ? one : other)

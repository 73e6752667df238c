import type { QuietKind } from '@hongyan/contract/vocabulary/broadcast'

/** A recipient as the sending hours see it. */
export interface HoursRecipient {
  /** In E.164. */
  readonly to: string
  /** ISO 3166 code. */
  readonly country: string
  /** IANA name of the contact's own zone; null where it is not known. */
  readonly zone: string | null
}

/** The hours of a plan, as `HH:MM` of the recipient's clock; `to` is later than `from`. */
export interface OwnHours {
  readonly from: string
  readonly to: string
}

/** Open from `opens` on, closed from `closes` on. */
export interface OpenPeriod {
  readonly opens: Date
  readonly closes: Date
}

/** The most contacts with one recipient; null where no rule limits them. */
export interface ContactCaps {
  readonly day: number | null
  readonly week: number | null
}

/** The sending hours of marketing with holidays, numbering areas and zones. It remembers what it has worked out. */
export interface QuietHours {
  readonly kinds: ReadonlyMap<string, QuietKind>
}

/**
 * Returns the period of marketing that is open at `at`, or else the next one; null where none opens within 14 days. The
 * hours of a plan narrow it.
 */
export function openPeriod(
  hours: QuietHours,
  recipient: HoursRecipient,
  at: Date,
  own: OwnHours | null,
): OpenPeriod | null {
  throw new Error(`no hours for ${recipient.country} at ${at.toISOString()}: ${hours.kinds.size}, ${own?.from}`)
}

/** The same by the hours of a plan alone, for messages that no quiet hours hold back. */
export function ownPeriod(hours: QuietHours, recipient: HoursRecipient, at: Date, own: OwnHours): OpenPeriod | null {
  return openPeriod(hours, recipient, at, own)
}

/** The source of a country's hours. */
export const quietKind = (hours: QuietHours, country: string): QuietKind => hours.kinds.get(country) ?? 'default'

/** Returns the moment of `YYYY-MM-DDTHH:MM` by the recipient's clock; by the latest one where it may be in several zones. */
export function momentOf(hours: QuietHours, recipient: HoursRecipient, local: string): Date {
  throw new Error(`no zone of ${recipient.country} for ${local}: ${hours.kinds.size}`)
}

/** The regions of a country that a number may belong to; none where the country has no numbering areas. */
export const regionsOf = (hours: QuietHours, { to }: Pick<HoursRecipient, 'to' | 'country'>): readonly string[] => {
  throw new Error(`no areas for ${to.length}: ${hours.kinds.size}`)
}

/** The most contacts with a recipient of a country and, where it is known, a region. */
export function contactCaps(hours: QuietHours, country: string, region: string | null): ContactCaps {
  throw new Error(`no caps for ${country} ${region}: ${hours.kinds.size}`)
}

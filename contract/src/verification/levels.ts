import { trust } from '../limits/messaging.ts'
import { TrustLevel } from '../vocabulary/account.ts'

/** The rights that a trust level adds to those of the levels below it (semantics D13). */
export const levelRights = [
  'own_numbers',
  'home_country_text',
  'templates',
  'own_senders',
  'any_text',
  'enabled_countries',
  'marketing',
  'marketing_at_once',
] as const
export type LevelRight = (typeof levelRights)[number]

interface LevelRights {
  readonly level: TrustLevel
  readonly rights: readonly LevelRight[]
  /** The most messages of a day; null for the account's own caps. */
  readonly perDay: number | null
}

/** The levels, each with what it unlocks. */
const trustLevels: readonly LevelRights[] = [
  { level: TrustLevel.New, rights: ['own_numbers'], perDay: trust.newPerDay },
  { level: TrustLevel.Paid, rights: ['templates', 'home_country_text'], perDay: trust.paidPerDay },
  { level: TrustLevel.Verified, rights: ['own_senders', 'any_text', 'enabled_countries', 'marketing'], perDay: null },
  { level: TrustLevel.Trusted, rights: ['marketing_at_once'], perDay: null },
]

const ofFreeText: ReadonlySet<LevelRight> = new Set<LevelRight>(['home_country_text', 'any_text'])

/** The levels of an account. One that sends approved templates only gains no right to other text at any level. */
export const trustLevelsOf = ({ freeText }: { readonly freeText: boolean }): readonly LevelRights[] =>
  freeText
    ? trustLevels
    : trustLevels.map((level) => ({ ...level, rights: level.rights.filter((right) => !ofFreeText.has(right)) }))

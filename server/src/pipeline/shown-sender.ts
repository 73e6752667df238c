import { signatures } from '@hongyan/contract/limits/senders'
import { septetsIn } from '@hongyan/contract/sms/encoding'
import type {
  Confidence,
  NameRule,
  Replacement,
  SenderWarning,
  ShownKind,
} from '@hongyan/contract/vocabulary/sender-rule'

/** A country's rule for senders, as far as it decides what recipients see (semantics D14). */
export interface SenderRule {
  readonly iso2: string
  readonly alpha: NameRule
  readonly numeric: string
  readonly short_code: string
  /** The sources' words on names that are not shown; null without any. */
  readonly replaced_by: string | null
  /** The replacement that operators put in place of a name; null where the shared number goes out. */
  readonly shown_instead: Replacement | null
  readonly confidence: Confidence
  /** The day on which the sources were read, as an ISO date: the version of the rule. */
  readonly checked_on: string
}

/** The senders that accounts without one of their own share. */
export interface SharedSenders {
  readonly number: string
  readonly shortCode: string
  /** The carrier's number in mainland China. */
  readonly mainland: string
}

/** A sender ID that may be used, and the countries in which it is registered. */
export interface ApprovedSender {
  readonly name: string
  readonly registeredIn: ReadonlySet<string>
}

const NOWHERE: ReadonlySet<string> = new Set()

/** An approved sender ID without registrations: the product keeps none by country yet. */
export const approved = (name: string): ApprovedSender => ({ name, registeredIn: NOWHERE })

/** The sender as the recipient will see it. */
export interface ShownSender {
  readonly kind: ShownKind
  /** The name, the number, or words for a replacement that the operators choose. */
  readonly value: string
  /** The rule that decided; null for a country without one. */
  readonly rule: Pick<SenderRule, 'iso2' | 'checked_on' | 'confidence'> | null
  readonly warning: SenderWarning | null
}

/** A country's rule with the sender of a message without a name. */
interface CountrySenders {
  readonly rule: SenderRule
  readonly nameless: ShownSender
}

/** The rules of every country, ready for messages. Immutable. */
export interface SenderRules {
  readonly byCountry: ReadonlyMap<string, CountrySenders>
  readonly unknown: ShownSender
}

export function senderRules(rules: readonly SenderRule[], shared: SharedSenders): SenderRules {
  return {
    byCountry: new Map(rules.map((rule) => [rule.iso2, { rule, nameless: namelessOf(rule, shared) }])),
    unknown: { kind: 'shared_number', value: shared.number, rule: null, warning: null },
  }
}

/**
 * Decides what recipients of a country see as the sender of a message, with an approved sender ID or without (semantics
 * D14). A name is shown where the country shows names, and where names are registered only once this one is. A rule of low
 * confidence warns and replaces no name. A country without a rule sees the shared number.
 */
export function shownSender(rules: SenderRules, country: string, sender: ApprovedSender | null): ShownSender {
  const known = rules.byCountry.get(country)
  if (known === undefined) return sender === null ? rules.unknown : { ...rules.unknown, warning: 'unknown_country' }
  const { rule, nameless } = known
  if (sender === null || nameless.kind === 'mainland') return nameless
  if (!isAlphanumeric(sender.name)) return { ...nameless, warning: 'not_alphanumeric' }
  const kept = { kind: 'name', value: sender.name, rule: nameless.rule } as const
  if (rule.confidence === 'low') return { ...kept, warning: 'uncertain' }
  if (rule.alpha === 'no') return { ...nameless, warning: 'no_names' }
  if (rule.alpha === 'registered' && !sender.registeredIn.has(country)) {
    return {
      ...(rule.shown_instead === null ? nameless : replacedOf(rule, rule.shown_instead)),
      warning: 'not_registered',
    }
  }
  return { ...kept, warning: rule.replaced_by === null ? null : 'may_be_replaced' }
}

function namelessOf(rule: SenderRule, shared: SharedSenders): ShownSender {
  const { iso2, checked_on, confidence } = rule
  const common = { rule: { iso2, checked_on, confidence }, warning: null }
  if (iso2 === 'CN') return { kind: 'mainland', value: shared.mainland, ...common }
  if (rule.alpha === 'no' && rule.shown_instead !== null && confidence !== 'low')
    return replacedOf(rule, rule.shown_instead)
  const codesOnly = rule.numeric === 'not found' && rule.short_code === 'yes'
  if (codesOnly) return { kind: 'short_code', value: shared.shortCode, ...common }
  return { kind: 'shared_number', value: shared.number, ...common }
}

const replacedOf = ({ iso2, checked_on, confidence }: SenderRule, value: Replacement): ShownSender => ({
  kind: 'replaced',
  value,
  rule: { iso2, checked_on, confidence },
  warning: null,
})

/** True for a name that phones show: characters of GSM-7 without escapes, a letter among them (screens S2). */
function isAlphanumeric(name: string): boolean {
  const { length } = name
  const { min, max } = signatures.alphanumeric
  return length >= min && length <= max && septetsIn(name) === length && /\p{L}/u.test(name)
}

import { sending } from '@hongyan/contract/limits/messaging'
import { parseNumber } from '@hongyan/contract/sms/number'
import { count } from '@hongyan/contract/sms/segments'
import { AccountStatus, homeCountry, Partition, TrustLevel } from '@hongyan/contract/vocabulary/account'
import { hasLink } from './links-in-text.ts'
import { hasPhoneNumber } from './phones-in-text.ts'
import type { ErrorCode } from '@hongyan/contract/errors'
import {
  type Checked,
  type CheckedRecipient,
  type Content,
  type Draft,
  type Outcome,
  type Refused,
  type Rules,
  isRefused,
} from './message.ts'

/**
 * Looks at a request in the order of the checks (semantics D2): account state, number, sender, template, content,
 * geography, parts. What is wrong with the account or the content holds for the whole request; number and geography
 * hold per recipient. If no recipient passes, the first one's refusal is the request's.
 */
export function check(rules: Rules, draft: Draft): Checked | Refused {
  const refused = ofAccount(rules)
  if (refused) return refused
  const numbers = draft.recipients.map((given) => readNumber(rules, given))
  const signed = withSender(rules, draft)
  const content =
    orFirstRefusal(numbers) ?? ofScene(rules, draft) ?? ofSender(rules, signed) ?? ofContent(rules, signed)
  if (isRefused(content)) return content
  const recipients = numbers.map((number) => onward(number, (to) => reach(rules, to, messageTo(to, signed, content))))
  if (recipients.some((one) => 'ok' in one && one.ok.parts > sending.maxParts)) {
    return { refused: 'too_many_parts', field: content.kind }
  }
  return orFirstRefusal(recipients) ?? { scene: draft.scene, recipients }
}

const onward = <A, B>(outcome: Outcome<A>, then: (value: A) => Outcome<B>): Outcome<B> =>
  'ok' in outcome ? then(outcome.ok) : outcome

/** The refusal of a request none of whose recipients may be sent to: the first one's. */
export function orFirstRefusal<T>(recipients: readonly Outcome<T>[]): Refused | null {
  if (recipients.some((outcome) => 'ok' in outcome)) return null
  const [first] = recipients
  return first && 'refused' in first ? { refused: first.refused.code, field: 'to' } : null
}

function ofAccount(rules: Rules): Refused | null {
  return rules.status === AccountStatus.Suspended ? { refused: 'account_suspended' } : null
}

/** An account that is verified as an individual sends no marketing (screens S12). */
function ofScene({ scenes }: Rules, { scene }: Draft): Refused | null {
  return scenes.includes(scene) ? null : { refused: 'scene_restricted', field: 'scene' }
}

/** A request that names no sender gets the account's own. */
function withSender({ configured }: Rules, draft: Draft): Draft {
  if (draft.signature !== undefined || configured.sender === null) return draft
  return { ...draft, signature: configured.sender }
}

/** International accounts may leave the sender out; mainland accounts may not (semantics D13, ruling 39). */
function ofSender(rules: Rules, { signature, content }: Draft): Refused | null {
  if (rules.wildcard.signature) return null
  if (rules.partition === Partition.Cn) {
    return content.kind === 'template' ? null : { refused: 'missing_signature', field: 'signature' }
  }
  return signature === undefined ? null : { refused: 'signature_not_found', field: 'signature' }
}

type Text = Exclude<Content, { readonly kind: 'template' }>

/** Mainland accounts send approved templates only; others may write freely within their trust level. */
function ofContent(rules: Rules, { content }: Draft): Text | Refused {
  if (content.kind === 'template') return { refused: 'template_not_found', field: 'templateId' }
  const { kind, text } = content
  if (rules.partition === Partition.Cn && !rules.wildcard.template)
    return { refused: 'template_not_found', field: kind }
  if (text.trim() === '') return { refused: 'missing_params', field: kind }
  if (rules.strictTrust && rules.level === TrustLevel.Paid && (hasLink(text) || hasPhoneNumber(text))) {
    return { refused: 'content_restricted', field: kind }
  }
  return content
}

interface Destination {
  readonly to: string
  readonly country: string | null
  readonly callingCode: string
}

function readNumber(rules: Rules, given: string): Outcome<Destination> {
  const number = parseNumber(given, homeCountry[rules.partition])
  if (!number.ok) {
    return { refused: { to: given, country: null, callingCode: null, code: 'invalid_phone_number', text: null } }
  }
  return { ok: { to: number.e164, country: number.iso, callingCode: String(number.cc) } }
}

/**
 * Level 0 writes to its own proved numbers, level 1 free text to its home country, and every level above to the countries
 * that the owner enabled (semantics D13). An account keeps its own proved numbers at every level.
 */
function reach(
  rules: Rules,
  { to, country, callingCode }: Destination,
  message: CheckedRecipient,
): Outcome<CheckedRecipient> {
  const refuse = (code: ErrorCode) => ({ refused: { to, country, callingCode, code, text: message.text } })
  if (country === null) return refuse('no_route')
  if (!rules.strictTrust || rules.provedNumbers.includes(to)) return { ok: message }
  if (rules.level === TrustLevel.New) return refuse('own_numbers_only')
  if (rules.level === TrustLevel.Paid && country !== homeCountry[rules.partition]) return refuse('home_country_only')
  if (rules.countries !== null && !rules.countries.has(country)) return refuse('geo_restricted')
  return { ok: message }
}

/** What goes out: `content` carries its signature in brackets to +86; elsewhere the signature is the sender (send API). */
function messageTo({ to, country, callingCode }: Destination, draft: Draft, { kind, text }: Text): CheckedRecipient {
  const china = country === 'CN'
  const bracketed = kind === 'content' && china && draft.signature !== undefined
  const final = bracketed ? `【${draft.signature}】${text}` : text
  const { parts, encoding } = count(final, china ? 'china' : 'standard')
  const sender = draft.signature ?? null
  return { to, country: country ?? '', callingCode, text: final, sender, unicode: encoding === 'UCS-2', parts }
}

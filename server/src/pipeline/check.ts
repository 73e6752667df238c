import { sending } from '@hongyan/contract/limits/messaging'
import { renderContent, withoutControls } from '@hongyan/contract/senders/content'
import { withOperatorText } from '@hongyan/contract/senders/operator-text'
import { withOptOut } from '@hongyan/contract/senders/opt-out'
import {
  longestMainlandName,
  mainlandCounting,
  mostParts,
  standardCounting,
  withMainlandName,
} from '@hongyan/contract/senders/parts'
import { hasLink } from '@hongyan/contract/sms/links-in-text'
import { parseNumber } from '@hongyan/contract/sms/number'
import { hasPhoneNumber } from '@hongyan/contract/sms/phones-in-text'
import { count } from '@hongyan/contract/sms/segments'
import { AccountStatus, homeCountry, Partition, TrustLevel } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { type Destinations, type DestinationSchedule, destinationsAt } from './destinations.ts'
import { listRefusal } from './listed.ts'
import { additionsTo } from './operator-texts.ts'
import { openPeriod } from './quiet-hours.ts'
import { reachRefusal } from './reach.ts'
import { preApprovedOf, type RecipientSender, refusalOf, sendersOf, senderTo, templateOf } from './sender.ts'
import { approved, shownSender } from './shown-sender.ts'
import type { ErrorCode } from '@hongyan/contract/errors'
import {
  type Checked,
  type CheckedRecipient,
  type Content,
  type Draft,
  type Outcome,
  type Refused,
  type Rules,
  type Sender,
  isRefused,
  type SendTemplate,
} from './message.ts'

/**
 * Looks at a request in the order of the checks (semantics D2): account state, number, scene, sender, template,
 * variables, recipient list, geography, sending hours, parts. Faults of the account, the sender or the content hold for
 * the whole request; number, list, geography and hours hold per recipient. If no recipient passes, the first one's refusal
 * is the request's.
 */
export function check(rules: Rules, schedule: DestinationSchedule, draft: Draft): Checked | Refused {
  const refused = ofAccount(rules)
  if (refused) return refused
  const separate = draft.each !== undefined
  const orRefusal = <T>(recipients: readonly Outcome<T>[]) => (separate ? null : orFirstRefusal(recipients))
  const numbers = draft.recipients.map((given) => readNumber(rules, given))
  const template = templateOf(draft)
  const scene = template?.scene ?? draft.scene
  const early = orRefusal(numbers) ?? ofScene(rules, scene)
  if (early) return early
  const senders = sendersOf(rules, draft)
  if (isRefused(senders)) return senders
  const content = contentOf(rules, draft)
  if (isRefused(content)) return content
  const destinations = destinationsAt(schedule, draft.now)
  const isTooLong = partsLimit(rules, destinations, draft.content.kind === 'template' ? template : null)
  const used = new Set<Sender | null>()
  const recipients = numbers.map((number, index) =>
    onward(number, (to) => {
      const own = content(index)
      if ('refused' in own) return refusing(to, own.refused, null)
      const from = senderTo(rules, senders, to.country)
      if ('refused' in from) return refusing(to, from.refused, own.text)
      const early =
        refusalOf(rules, { sender: from.sender, template }, { now: draft.now, ...to }) ??
        listRefusal(draft.listed.get(to.to), scene)
      const message = messageTo(destinations, to, from, own, scene)
      if (early !== null) return refusing(to, early, message.text)
      if (separate && isTooLong(message)) return refusing(to, 'too_many_parts', message.text)
      const beyond = reachRefusal(rules, to, template !== null)
      if (beyond !== null) return refusing(to, beyond, message.text)
      const open =
        scene === MessageScene.Marketing
          ? inHours(destinations, message, draft.each?.[index]?.zone ?? null, draft.now)
          : { ok: message }
      if ('ok' in open) used.add(from.sender)
      return open
    }),
  )
  if (recipients.some((one) => 'ok' in one && isTooLong(one.ok))) {
    const { kind } = draft.content
    return { refused: 'too_many_parts', field: kind === 'template' ? 'templateData' : kind }
  }
  return (
    orRefusal(recipients) ?? {
      scene,
      template: template && { id: template.id, version: template.version, mappings: template.mappings },
      codes: scene === MessageScene.Verification ? codesIn(draft) : NO_CODES,
      separate,
      preApproved: preApprovedOf(used, template),
      recipients,
    }
  )
}

const NO_CODES: readonly string[] = []

/** The verification codes that a request names. The values of a broadcast differ, and it sends none. */
function codesIn({ content }: Draft): readonly string[] {
  if (content.kind !== 'template')
    return content.matched && 'template' in content.matched ? content.matched.codes : NO_CODES
  const { template, data } = content
  return template.variables.flatMap(({ name, type }) => (type === 'code' ? withoutControls(data[name] ?? '') : []))
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

/** An account that is verified as an individual, or not at all, sends no marketing (screens S8, S12). */
function ofScene({ scenes }: Rules, scene: MessageScene): Refused | null {
  return scenes.includes(scene) ? null : { refused: 'scene_restricted', field: 'scene' }
}

/** The text for one recipient, and the values that made it. */
interface Text {
  readonly kind: Content['kind']
  readonly text: string
  readonly values: CheckedRecipient['values']
}

/** The text of each recipient of a request, by its place. */
type TextOf = (index: number) => Text | Refused

/**
 * The texts of a request. Mainland accounts write by approved templates only (semantics D15); others may write freely
 * within their trust level. Values that do not fit refuse the request, or their recipient alone where each has its own.
 */
function contentOf(rules: Rules, draft: Draft): TextOf | Refused {
  const { content, each } = draft
  const { kind } = content
  const used = templateOf(draft)
  if (used !== null && !used.isApproved && used.scene === MessageScene.Marketing) {
    return { refused: 'template_not_approved', field: kind === 'template' ? 'templateId' : kind }
  }
  if (content.kind !== 'template') {
    const text = ofText(rules, content)
    return isRefused(text) ? text : () => text
  }
  const { template, data } = content
  if (each !== undefined) return (index) => rendered(template, each[index]?.values ?? {})
  const text = rendered(template, data)
  return isRefused(text) ? text : () => text
}

function ofText(rules: Rules, content: Exclude<Content, { readonly kind: 'template' }>): Text | Refused {
  const { kind, text, matched } = content
  if (text.trim() === '') return { refused: 'missing_params', field: kind }
  const isOfTemplate = matched !== undefined && 'template' in matched
  if (rules.partition === Partition.Cn && !rules.wildcard.template && !isOfTemplate) {
    return { refused: 'no_template', field: kind, ...(matched && { details: matched }) }
  }
  if (isOfTemplate) return { kind, text, values: null }
  if (rules.strictTrust && rules.level === TrustLevel.Paid && (hasLink(text) || hasPhoneNumber(text))) {
    return { refused: 'content_restricted', field: kind }
  }
  return { kind, text, values: null }
}

/** A template under values (semantics D8). */
function rendered({ content, variables }: SendTemplate, values: Readonly<Record<string, string>>): Text | Refused {
  const result = renderContent(content, variables, values)
  if ('text' in result) return { kind: 'template', text: result.text, values }
  const { variable, problem } = result.wrong
  return { refused: problem === 'missing' ? 'missing_template_data' : 'invalid_template_data', field: variable }
}

/**
 * A text has at most ten parts, and a template's no more than its values can make of it under the sender that it is bound
 * to, or under the longest name (semantics D8). An account that chooses any name can exceed that. A text that a template
 * was found for is sent as its caller wrote it, so that it has the first limit alone.
 */
function partsLimit(
  { senders }: Rules,
  { operators, optOut }: Destinations,
  template: SendTemplate | null,
): (message: CheckedRecipient) => boolean {
  const byCountry = new Map<string, number>()
  const mostOf = ({ content, variables, scene, signature }: SendTemplate, country: string): number => {
    const known = byCountry.get(country)
    if (known !== undefined) return known
    const name = senders.find(({ id }) => id === signature)?.name ?? longestMainlandName
    const counting =
      country === 'CN'
        ? mainlandCounting(name, optOut[scene])
        : standardCounting(additionsTo(operators, country, scene))
    const most = mostParts(content, variables, counting)
    byCountry.set(country, most)
    return most
  }
  return ({ parts, country }) =>
    parts > 1 && (parts > sending.maxParts || (template !== null && parts > mostOf(template, country)))
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

const refusing = ({ to, country, callingCode }: Destination, code: ErrorCode, text: string | null) => ({
  refused: { to, country, callingCode, code, text },
})

/** Marketing goes out in the sending hours of its recipient, in the next ones where they are closed (semantics D10). */
function inHours(
  { quietHours }: Destinations,
  message: CheckedRecipient,
  zone: string | null,
  now: Date,
): Outcome<CheckedRecipient> {
  const { to, country } = message
  const period = openPeriod(quietHours, { to, country, zone }, now, null)
  return period === null ? refusing(message, 'quiet_hours', message.text) : { ok: { ...message, period } }
}

/**
 * The message as it goes out. To +86 the sender's name stands in brackets before `content` and templates, and the scene's
 * opt-out line ends every text (send API). Elsewhere recipients see what the country shows of the name (semantics D14).
 * The text that operators add is counted, but not sent (semantics D4).
 */
function messageTo(
  { senders, operators, optOut }: Destinations,
  { to, country, callingCode }: Destination,
  { name, sender }: RecipientSender,
  { kind, text, values }: Text,
  scene: MessageScene,
): CheckedRecipient {
  const china = country === 'CN'
  const named = kind !== 'text' && china && name !== null ? withMainlandName(name, text) : text
  const final = china ? withOptOut(named, optOut[scene]) : named
  const counted = withOperatorText(final, additionsTo(operators, country ?? '', scene))
  const { parts, encoding } = count(counted, china ? 'china' : 'standard')
  return {
    to,
    country: country ?? '',
    callingCode,
    text: final,
    sender: name,
    signature: sender?.id ?? null,
    shown: shownSender(senders, country ?? '', name === null ? null : approved(name)),
    unicode: encoding === 'UCS-2',
    parts,
    values,
    period: null,
  }
}

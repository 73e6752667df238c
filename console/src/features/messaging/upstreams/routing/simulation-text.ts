import { SECOND } from '@hongyan/contract/durations'
import type { RouteRule, SimulatedMessage, Simulation } from '@hongyan/contract/endpoints/messaging/routing'
import { textIn } from '@hongyan/contract/texts'
import { conditionTexts, roleTexts } from '@hongyan/contract/upstreams/reasons'
import { currentLocale, formatNumber, t } from '../../../../i18n/text.ts'
import type { Names } from './names.ts'
import { sceneText } from './sentence.ts'

type Candidate = Simulation['order'][number]
type Passed = Simulation['passed'][number]
type Message = Pick<SimulatedMessage, 'scene' | 'signature' | 'template'>

/** The part of the recipients that a channel gets, or its role, and how fast its submissions are answered. */
export function candidateText(order: readonly Candidate[], index: number, rule: RouteRule | undefined): string {
  const candidate = order[index]
  if (candidate === undefined) return ''
  const { role, share, p95 } = candidate
  const previous = order[index - 1]
  if (previous === undefined) {
    const seconds = p95 === null ? null : formatNumber(p95 / SECOND, { maximumFractionDigits: 1 })
    const speed = seconds === null ? [] : [t('routing.p95', { seconds })]
    return [roleText(role, share), ...speed].join(t('routing.clause'))
  }
  if (rule?.failover === false) return t('routing.notWithoutFailover')
  if (rule !== undefined && index >= rule.attempts) return t('routing.pastAttempts', { attempts: rule.attempts })
  const { name } = previous
  if (role === 'weighted') return t('routing.shareOrFails', { percent: share ?? 0, name })
  return t('routing.whenFails', { name })
}

function roleText(role: Candidate['role'], share: number | null): string {
  if (role === 'weighted') return t('routing.shareOfTraffic', { percent: share ?? 0 })
  if (role === 'canary') return t('routing.canaryOf', { percent: share ?? 0 })
  return textIn(roleTexts[role], currentLocale())
}

/** Why a rule did not match: the value of the message, and those that the rule wants where they are few. */
export function passedText(
  { condition }: Passed,
  rule: RouteRule | undefined,
  country: string,
  message: Message,
  names: Names,
): string {
  const match = rule?.match
  const differ = (subject: string, is: string, wanted: readonly string[]): string =>
    wanted.length === 1 && wanted[0] !== undefined
      ? t('routing.isNot', { subject, is, wanted: wanted[0] })
      : t('routing.isNotAmong', { subject, is })
  if (condition === 'country' && match?.prefixes.length === 0) {
    return differ(t('routing.country'), names.country(country), match.countries.map(names.country))
  }
  if (condition === 'scene') {
    return differ(t('routing.scene'), sceneText(message.scene), (match?.scenes ?? []).map(sceneText))
  }
  if (condition === 'signature' && message.signature !== null) {
    const wanted = match?.signatures.map(names.signature) ?? []
    return differ(t('routing.sender'), names.signature(message.signature), wanted)
  }
  if (condition === 'template' && message.template !== null) {
    const wanted = match?.templates.map(names.template) ?? []
    return differ(t('routing.template'), names.template(message.template), wanted)
  }
  return textIn(conditionTexts[condition], currentLocale())
}

/** The rules that name a channel which the matched rule does not. */
export function otherText(rules: readonly number[]): string {
  const [first] = rules
  if (first === undefined) return t('routing.inNoRule')
  return rules.length === 1
    ? t('routing.onlyInRule', { position: first })
    : t('routing.onlyInRules', { positions: rules.join(t('routing.comma')) })
}

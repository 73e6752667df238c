import type { LimitInForce } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { shownMoney } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import {
  type CapAction,
  capActions,
  type RateAction,
  rateActions,
  type RateScope,
} from '@hongyan/contract/vocabulary/rate-limiting'
import type { TextId } from '../../../i18n/ids.ts'
import { formatNumber, t } from '../../../i18n/text.ts'
import type { CardChoice } from '../../../ui/choice.tsx'
import type { Tone } from '../../../ui/status.tsx'
import type { DraftRule, Preset } from './draft.ts'

export const scopeTitles: Readonly<Record<RateScope, TextId>> = {
  recipient: 'rate-limiting.scopeRecipient',
  recipient_template: 'rate-limiting.scopeTemplate',
  recipient_content: 'rate-limiting.scopeContent',
  recipient_signature: 'rate-limiting.scopeSender',
}

export const scenes = [MessageScene.Verification, MessageScene.Notification, MessageScene.Marketing] as const

const sceneTitles: Readonly<Record<MessageScene, TextId>> = {
  [MessageScene.Verification]: 'rate-limiting.verification',
  [MessageScene.Notification]: 'rate-limiting.notification',
  [MessageScene.Marketing]: 'rate-limiting.marketing',
}

export const sceneText = (scene: MessageScene | null): string =>
  t(scene === null ? 'rate-limiting.anyScene' : sceneTitles[scene])

export const presetTitles: Readonly<Record<Preset, TextId>> = {
  codes: 'rate-limiting.presetCodes',
  notifications: 'rate-limiting.presetNotifications',
  marketing: 'rate-limiting.presetMarketing',
}

const actionTitles: Readonly<Record<RateAction, TextId>> = {
  reject: 'rate-limiting.reject',
  drop: 'rate-limiting.drop',
}

export const actionText = (action: RateAction): string => t(actionTitles[action])

export const actionChoices = (): readonly CardChoice[] =>
  rateActions.map((value) => ({ value, title: actionText(value), text: t(`rate-limiting.${value}Text`) }))

const capLooks: Readonly<Record<CapAction, { readonly tone: Tone; readonly title: TextId }>> = {
  block: { tone: 'bad', title: 'rate-limiting.block' },
  alert: { tone: 'warn', title: 'rate-limiting.alert' },
  ignore: { tone: 'idle', title: 'rate-limiting.ignore' },
}

export const capLook = (action: CapAction) => capLooks[action]

export const capChoices = (): readonly CardChoice[] =>
  capActions.map((value) => ({ value, title: t(capLooks[value].title), text: t(`rate-limiting.${value}Text`) }))

/** The limits of a rule in words, the shortest window first. */
export function limitsText({ per_minute: minute, per_hour: hour, per_day: day }: DraftRule): string {
  const parts: readonly (readonly [TextId, number | null])[] = [
    ['rate-limiting.perMinuteText', minute],
    ['rate-limiting.perHourText', hour],
    ['rate-limiting.perDayText', day],
  ]
  return parts
    .flatMap(([text, number]) => (number === null ? [] : [t(text, { number: formatNumber(number) })]))
    .join(' · ')
}

/** A rule in a few words, for the names of its buttons. */
export const ruleName = ({ scope, scene }: DraftRule): string =>
  t('rate-limiting.ruleName', { scope: t(scopeTitles[scope]), scene: sceneText(scene) })

export const holderTitles: Readonly<Record<LimitInForce['holder'], TextId>> = {
  account: 'rate-limiting.holderAccount',
  upstream: 'rate-limiting.holderUpstream',
  credential: 'rate-limiting.holderCredential',
  sender: 'rate-limiting.holderSender',
  template: 'rate-limiting.holderTemplate',
}

/** An amount with two decimals, as in a sentence. */
export const amountText = (exact: string, currency: Currency): string =>
  `${currency === 'USD' ? '$' : '¥'}${shownMoney(exact, 2)}`

/** The number of a limit with its unit. */
export function allowedText({ per_second: second, per_day: day, spending }: LimitInForce, currency: Currency): string {
  if (spending !== null) return t('rate-limiting.spendingText', { amount: amountText(spending.per_day, currency) })
  if (second !== null) return t('rate-limiting.perSecondText', { number: formatNumber(second) })
  return day === null ? '—' : t('rate-limiting.perDayText', { number: formatNumber(day) })
}

/** The names of the limits that the view lists. */
const limitTitles: ReadonlyMap<string, TextId> = new Map([
  ['rate', 'rate-limiting.limitRate'],
  ['spending', 'rate-limiting.limitSpending'],
  ['day', 'rate-limiting.limitDay'],
  ['trust', 'rate-limiting.limitTrust'],
  ['requests', 'rate-limiting.limitRequests'],
  ['pre_approved', 'rate-limiting.limitPreApproved'],
])

/** The name of a limit; its code where this console has none for it. */
export function limitText(limit: string): string {
  const title = limitTitles.get(limit)
  return title === undefined ? limit : t(title)
}

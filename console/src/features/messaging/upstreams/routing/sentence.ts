import type { RouteMatch, RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import type { UpstreamRef } from '@hongyan/contract/endpoints/messaging/upstreams'
import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import { percentsOf } from '@hongyan/contract/upstreams/percents'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { TextId } from '../../../../i18n/ids.ts'
import { t } from '../../../../i18n/text.ts'
import type { Names } from './names.ts'

export const scenes = [MessageScene.Verification, MessageScene.Notification, MessageScene.Marketing] as const

const sceneTitles: Readonly<Record<MessageScene, TextId>> = {
  [MessageScene.Verification]: 'routing.verification',
  [MessageScene.Notification]: 'routing.notification',
  [MessageScene.Marketing]: 'routing.marketing',
}

export const sceneText = (scene: MessageScene): string => t(sceneTitles[scene])

/** The most values of a condition that a sentence names. */
const MOST_NAMED = 4

const listed = (values: readonly string[]): string =>
  values.length <= MOST_NAMED
    ? values.join(t('routing.comma'))
    : t('routing.andMore', {
        named: values.slice(0, MOST_NAMED - 1).join(t('routing.comma')),
        count: values.length - MOST_NAMED + 1,
      })

/** A condition of a rule in words: `Country` and `Singapore, Malaysia`. */
export interface ConditionWords {
  readonly label: string
  readonly text: string
  /** True for keys, which stand in a monospace face. */
  readonly isKey?: boolean
}

/** The conditions of a rule that have values. Countries and prefixes are alternatives. */
export function conditionsOf(match: RouteMatch, names: Names): readonly ConditionWords[] {
  const { countries, prefixes, scenes, signatures, templates, credentials } = match
  const prefixLabel = t(countries.length > 0 ? 'routing.orPrefix' : 'routing.prefix')
  const all: readonly ConditionWords[] = [
    { label: t('routing.country'), text: listed(countries.map(names.country)) },
    { label: prefixLabel, text: listed(prefixes) },
    { label: t('routing.scene'), text: listed(scenes.map(sceneText)) },
    { label: t('routing.sender'), text: listed(signatures.map(names.signature)) },
    { label: t('routing.template'), text: listed(templates.map(names.template)) },
    { label: t('routing.key'), text: listed(credentials.map(names.credential)), isKey: true },
  ]
  return all.filter(({ text }) => text !== '')
}

/** A channel of a rule as the sentence of its row shows it. */
export interface Chip {
  readonly ref: UpstreamRef
  /** The word before it; null for the first one. */
  readonly joint: 'then' | 'and' | null
  readonly share: number | null
  readonly isCanary: boolean
}

/** The channels of a rule: its canary, then the targets one after the other or by their shares. */
export function chipsOf({ order, targets, canary }: RouteRule): readonly Chip[] {
  const isWeighted = order === 'weighted'
  const shares = percentsOf(targets.map(({ weight }) => weight ?? 0))
  const first = canary === null ? [] : [{ ref: canary.upstream, share: canary.percent, isCanary: true }]
  const rest = targets.map(({ upstream }, index) => ({
    ref: upstream,
    share: isWeighted ? (shares[index] ?? 0) : null,
    isCanary: false,
  }))
  return [...first, ...rest].map((chip, index, all) => {
    const isAfterTarget = isWeighted && all[index - 1]?.isCanary === false
    return { ...chip, joint: index === 0 ? null : isAfterTarget ? 'and' : 'then' }
  })
}

export const shareText = ({ share, isCanary }: Chip): string | null =>
  share === null ? null : t(isCanary ? 'routing.canaryShare' : 'routing.share', { percent: share })

/** The channels of a rule as one line of text. */
export const channelsText = (rule: RouteRule, names: Names): string =>
  chipsOf(rule)
    .map((chip) => {
      const named = [names.channelName(chip.ref), shareText(chip)].filter((text) => text !== null).join(' ')
      return chip.joint === null ? named : `${t(`routing.${chip.joint}`)} ${named}`
    })
    .join(' ')

/** The longest time from the first attempt to the last, by the scenes of a rule. */
function delayText({ match }: RouteRule): string {
  const seconds = limits.totalDelay.codes / 1_000
  const minutes = limits.totalDelay.others / 60_000
  const isOf = (scene: MessageScene) => match.scenes.length === 0 || match.scenes.includes(scene)
  const [isCodes, isOthers] = [isOf(scenes[0]), isOf(scenes[1]) || isOf(scenes[2])]
  if (!isOthers) return t('routing.delayCodes', { seconds })
  return isCodes ? t('routing.delayBoth', { seconds, minutes }) : t('routing.delayOthers', { minutes })
}

/** The options of a rule as one line; empty where it has a single channel and none of them. */
export function optionsText(rule: RouteRule): string {
  const { failover, attempts, sticky, order } = rule
  const isSeveral = chipsOf(rule).length > 1
  const failing =
    failover && attempts > 1 ? t('routing.failsOver', { attempts, delay: delayText(rule) }) : t('routing.noFailover')
  const parts = [
    ...(order === 'weighted' && isSeveral ? [t('routing.weighted')] : []),
    ...(isSeveral ? [failing] : []),
    ...(sticky ? [t('routing.keepsChannel')] : []),
  ]
  return capitalized(parts.join(t('routing.semicolon')))
}

/** A sentence with its first letter as a capital, which Chinese has not. */
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

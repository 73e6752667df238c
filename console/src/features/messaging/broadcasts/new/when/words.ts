import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import type { BroadcastPlan, Quote } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { BroadcastScene } from '@hongyan/contract/vocabulary/broadcast'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { formatDate, formatNumber, t } from '../../../../../i18n/text.ts'
import { durationText, waitText } from './duration.ts'

const DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** The start of a plan: Saturday 21 November, 10:00 recipients' time. */
export function startTitle({ time, at, local }: BroadcastPlan): string {
  if (time === 'now') return t('new.startsNow')
  const zone = time === 'local' ? { timeZone: 'UTC' } : {}
  const moment = time === 'local' ? `${local ?? ''}:00Z` : (at ?? '')
  if (Number.isNaN(Date.parse(moment))) return ''
  const values = { day: formatDate(moment, { ...DAY, ...zone }), clock: formatDate(moment, { ...CLOCK, ...zone }) }
  return t(time === 'local' ? 'new.startsLocal' : 'new.startsAt', values)
}

interface Facts {
  readonly plan: BroadcastPlan
  readonly scene: BroadcastScene
  /** Null before it is counted. */
  readonly quote: Pick<Quote, 'first_at'> | null
  readonly now: number
}

/** The time until it starts, and the hours that it keeps. */
export function startText({ plan, scene, quote, now }: Facts): string {
  const begins = plan.time === 'at' ? plan.at : plan.time === 'local' ? (quote?.first_at ?? null) : null
  const start =
    begins === null
      ? plan.time === 'now'
        ? t('new.startsOnceSent')
        : null
      : Date.parse(begins) > now
        ? t('new.startsIn', { time: waitText(Date.parse(begins) - now) })
        : null
  const hours =
    plan.window !== null
      ? t('new.sendsBetween', plan.window)
      : scene === MessageScene.Marketing
        ? t('new.sendsAllowed')
        : null
  return start !== null && hours !== null ? t('new.startAndHours', { start, hours }) : (start ?? hours ?? '')
}

/** The speed, and how long all parts take at it. */
export function speedText({ speed }: BroadcastPlan, parts: number | null): string {
  if (speed === null) return t('new.speedFull')
  if (parts === null || parts === 0) return t('new.speedOf', { count: speed })
  return t('new.speedFor', { count: speed, time: durationText((parts / speed) * 1_000) })
}

export const canaryText = ({ canary }: BroadcastPlan): string =>
  canary === 0
    ? t('new.canaryNone')
    : t('new.canaryOf', {
        count: formatNumber(canary),
        share: formatNumber(limits.canaryDelivered / 100, { style: 'percent' }),
        minutes: limits.canaryWait / 60_000,
      })

export const stopText = ({ stop_above: above }: BroadcastPlan): string =>
  above === null ? t('new.stopNever') : t('new.stopAbove', { share: formatNumber(above / 100, { style: 'percent' }) })

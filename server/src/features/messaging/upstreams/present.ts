import type { RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import type { Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import { decimalOf } from '@hongyan/contract/money'
import { standardName } from '@hongyan/contract/upstreams/standard'
import { Locale } from '@hongyan/contract/vocabulary/account'
import {
  type ShownUpstreamState,
  STANDARD,
  type UpstreamState,
  UpstreamType,
} from '@hongyan/contract/vocabulary/upstream'
import { presentCredentials } from './credentials.ts'
import type { UpstreamDeps } from './deps.ts'
import type { Figures, Link } from './figures.ts'
import { priorityOf } from './named-by.ts'
import type { UpstreamRow } from './store.ts'

/** The figures and states that a channel is shown with, beside its own row. */
export interface Surroundings {
  readonly figures: Figures
  /** Undefined while no process has had its link. */
  readonly link: Link | undefined
  /** The rules in force. */
  readonly rules: readonly RouteRule[]
}

/** The stored state, or `degraded` from the opening of an active channel's breaker to its closing (screens S1). */
export const shownState = (state: UpstreamState, link: Link | undefined): ShownUpstreamState =>
  state === 'active' && (link?.state === 'degraded' || link?.state === 'half_open') ? 'degraded' : state

/** The end of a degraded channel's pause, and null after it: its next message is the probe. */
export const probeAt = (state: ShownUpstreamState, link: Link | undefined): string | null =>
  state === 'degraded' ? (link?.probeAt?.toISOString() ?? null) : null

const use = ({ submitted, accepted, receipts, p95, perSecond, spentToday }: Figures) => ({
  submitted,
  accepted,
  receipts,
  p95,
  per_second: perSecond,
  spent_today: decimalOf(spentToday),
})

export function presentUpstream(
  row: UpstreamRow,
  { figures, link, rules }: Surroundings,
  { sandbox, receiptUrl }: Pick<UpstreamDeps, 'sandbox' | 'receiptUrl'>,
): Upstream {
  const state = shownState(row.state, link)
  return {
    id: row.id,
    name: row.name,
    type: UpstreamType.Managed,
    provider: row.provider,
    products: ['sms'],
    regions: row.regions,
    state,
    probe_at: probeAt(state, link),
    tps: row.tps,
    daily_cap: row.daily_cap_micros === null ? null : decimalOf(row.daily_cap_micros),
    credentials: presentCredentials(row),
    receipt_url: receiptUrl(row.receipt_token),
    behaviour: sandbox ? row.behaviour : null,
    ...use(figures),
    last_error:
      row.last_error === null || row.last_error_at === null
        ? null
        : { code: row.last_error, at: row.last_error_at.toISOString() },
    priority: priorityOf(rules, row.id),
    version: row.version,
  }
}

export const nameOfStandard = (locale: Locale): string =>
  locale === Locale.SimplifiedChinese ? standardName.zh : standardName.en

/** The product's own channel, which no account can change. */
export function presentStandard({ figures, link, rules }: Surroundings, locale: Locale): Upstream {
  const state = shownState('active', link)
  return {
    id: STANDARD,
    name: nameOfStandard(locale),
    type: UpstreamType.Standard,
    provider: null,
    products: ['sms'],
    regions: [],
    state,
    probe_at: probeAt(state, link),
    tps: null,
    daily_cap: null,
    credentials: [],
    receipt_url: null,
    behaviour: null,
    ...use(figures),
    last_error: null,
    priority: priorityOf(rules, STANDARD),
    version: 0,
  }
}

import { SECOND } from '@hongyan/contract/durations'
import type { Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import type { UpstreamId } from '@hongyan/contract/ids'
import { providers } from '@hongyan/contract/upstreams/providers'
import { Locale } from '@hongyan/contract/vocabulary/account'
import {
  type ManagedProvider,
  managedProviders,
  STANDARD,
  type ShownUpstreamState,
} from '@hongyan/contract/vocabulary/upstream'
import type { Texts } from '@hongyan/contract/texts'
import type { TextId } from '../../../i18n/ids.ts'
import { formatNumber, useLocale, useText } from '../../../i18n/text.ts'
import type { Tone } from '../../../ui/status.tsx'

interface Look {
  readonly tone: Tone
  readonly title: TextId
}

export const stateLooks: Readonly<Record<ShownUpstreamState, Look>> = {
  draft: { tone: 'open', title: 'upstreams.draft' },
  testing: { tone: 'idle', title: 'upstreams.testing' },
  active: { tone: 'ok', title: 'upstreams.active' },
  paused: { tone: 'idle', title: 'upstreams.paused' },
  degraded: { tone: 'warn', title: 'upstreams.degraded' },
  auth_failed: { tone: 'bad', title: 'upstreams.authFailed' },
}

export const isManaged = (provider: Upstream['provider']): provider is ManagedProvider =>
  managedProviders.some((code) => code === provider)

/** Returns the contract's texts in the current language. */
export function useContractText(): (texts: Texts) => string {
  const locale = useLocale()
  return ({ en, zh }) => (locale === Locale.English ? en : zh)
}

/** Names a channel's provider. The product's own channels have none. */
export function useProviderName(): (provider: Upstream['provider']) => string {
  const t = useText()
  const words = useContractText()
  return (provider) => (isManaged(provider) ? words(providers[provider].name) : t('upstreams.ownNetwork'))
}

/** True for a channel on the customer's own account at a provider. */
export const isOwn = <Row extends Pick<Upstream, 'id'>>(row: Row): row is Row & { readonly id: UpstreamId } =>
  row.id !== STANDARD

/** A share in percent; a dash where there is nothing to divide by. */
export const shareText = (part: number, whole: number): string =>
  whole === 0 ? '–' : formatNumber(part / whole, { style: 'percent', maximumFractionDigits: 1 })

/** Milliseconds, or seconds from one second on; a dash without any. */
export function latencyText(millis: number | null): string {
  if (millis === null) return '–'
  return millis < SECOND
    ? `${formatNumber(millis)}\u00A0ms`
    : `${formatNumber(millis / SECOND, { maximumFractionDigits: 1 })}\u00A0s`
}

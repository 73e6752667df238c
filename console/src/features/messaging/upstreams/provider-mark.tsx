import type { Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import { Mark } from '../../../ui/logo.tsx'
import { isManaged, useProviderName } from './labels.ts'

/** The letters of a provider in a small square, instead of a trade mark; the product's own channel has its bird. */
export function ProviderMark({ provider }: { provider: Upstream['provider'] }) {
  return (
    <span
      aria-hidden
      className="grid size-7 shrink-0 place-items-center rounded-md border border-line bg-well font-mono text-[11px] font-semibold text-ink-2 uppercase"
    >
      {isManaged(provider) ? provider : <Mark size={14} />}
    </span>
  )
}

/** The mark of a provider, and its name. */
export function ProviderName({ provider }: { provider: Upstream['provider'] }) {
  const nameOf = useProviderName()
  return (
    <span className="flex items-center gap-2">
      <ProviderMark provider={provider} />
      <span className="min-w-0">{nameOf(provider)}</span>
    </span>
  )
}

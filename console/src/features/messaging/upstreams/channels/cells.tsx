import type { Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import { Link } from '@tanstack/react-router'
import { useCountryName } from '../../../../api/regions.ts'
import { joined } from '../../../../i18n/joined.ts'
import { formatNumber, useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { CountryChip } from '../../../../ui/country-chip.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { isManaged, useProviderName } from '../labels.ts'
import { ProviderMark } from '../provider-mark.tsx'

interface CellProps {
  row: Upstream
}

/** The name of a channel, which opens it, over its provider. */
export function NameCell({ row: { id, name, provider } }: CellProps) {
  const nameOf = useProviderName()
  return (
    <span className="flex items-center gap-2.5">
      <ProviderMark provider={provider} />
      <span className="grid min-w-0">
        <Link
          from={paths.upstreams}
          to={paths.upstreams}
          search={(now) => ({ ...now, open: id })}
          resetScroll={false}
          data-opens
          className="font-medium wrap-anywhere after:absolute after:inset-0 after:content-['']"
        >
          {name}
        </Link>
        <span className="text-xs whitespace-nowrap text-ink-3">
          {nameOf(provider)}
          {isManaged(provider) && <span className="ml-1.5 font-mono">{provider}</span>}
        </span>
      </span>
    </span>
  )
}

export function TypeText({ row: { type } }: CellProps) {
  const t = useText()
  return t(type === 1 ? 'upstreams.standard' : 'upstreams.managed')
}

export function ProductsText({ row: { products } }: CellProps) {
  const t = useText()
  return joined(products.map((product) => t(`upstreams.${product}`)))
}

const SHOWN_REGIONS = 3

/** The countries that a channel serves: the first few by their letters. */
export function RegionsCell({ row: { regions } }: CellProps) {
  const t = useText()
  const countryName = useCountryName(regions.length > 0)
  if (regions.length === 0) return t('upstreams.everywhere')
  const others = regions.length - SHOWN_REGIONS
  return (
    <span className="flex min-h-5 flex-wrap items-center gap-1" title={joined(regions.map(countryName))}>
      {regions.slice(0, SHOWN_REGIONS).map((region) => (
        <CountryChip key={region}>{region}</CountryChip>
      ))}
      {others > 0 && <span className="text-xs text-ink-3">{t('upstreams.moreRegions', { count: others })}</span>}
    </span>
  )
}

/** Parts a second, beside the channel's limit. */
export function RateCell({ row: { per_second: used, tps } }: CellProps) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {formatNumber(used, { maximumFractionDigits: 1 })}
      {tps !== null && <span className="text-ink-3"> / {formatNumber(tps)}</span>}
    </span>
  )
}

export function LastErrorCell({ row: { last_error: error } }: CellProps) {
  const t = useText()
  if (error === null) return <span className="text-ink-3">{t('upstreams.noError')}</span>
  return (
    <span className="grid">
      <span title={error.code} className="max-w-24 truncate font-mono text-xs">
        {error.code}
      </span>
      <span className="text-xs text-ink-3">
        <Moment at={error.at} />
      </span>
    </span>
  )
}

/** The first rule that uses a channel. */
export function PriorityText({ row: { priority } }: CellProps) {
  const t = useText()
  return priority === null ? (
    <span className="text-ink-3">{t('upstreams.noRule')}</span>
  ) : (
    <span className="whitespace-nowrap">{t('upstreams.rule', { number: priority })}</span>
  )
}

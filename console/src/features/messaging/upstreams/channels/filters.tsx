import { managedProviders, shownUpstreamStates, UpstreamType } from '@hongyan/contract/vocabulary/upstream'
import { useCountryName } from '../../../../api/regions.ts'
import { useText } from '../../../../i18n/text.ts'
import { partSetter } from '../../../../ui/list/address.ts'
import { ChoiceFilter } from '../../../../ui/list/choice-filter.tsx'
import { type BarParts, FilterBar } from '../../../../ui/list/filter-bar.tsx'
import { stateLooks, useProviderName } from '../labels.ts'
import type { ChannelFilter } from '../search.ts'

interface FiltersProps extends BarParts {
  filter: ChannelFilter
  /** The countries that the account's channels name. */
  regions: readonly string[]
  onChange: (filter: ChannelFilter) => void
}

/** The filters of the list of channels. */
export function Filters({ filter, regions, onChange, ...bar }: FiltersProps) {
  const t = useText()
  const providerName = useProviderName()
  const hasRegions = regions.length > 0 || filter.region !== undefined
  const countryName = useCountryName(hasRegions)
  const set = partSetter(filter, onChange)
  return (
    <FilterBar count={Object.keys(filter).length} onClear={() => onChange({})} {...bar}>
      <ChoiceFilter
        label={t('upstreams.provider')}
        value={filter.provider}
        values={managedProviders}
        title={providerName}
        onChange={set('provider')}
      />
      <ChoiceFilter
        label={t('upstreams.type')}
        value={filter.type}
        values={Object.values(UpstreamType)}
        title={(type) => t(type === UpstreamType.Standard ? 'upstreams.standard' : 'upstreams.managed')}
        onChange={set('type')}
      />
      <ChoiceFilter
        label={t('upstreams.state')}
        value={filter.state}
        values={shownUpstreamStates}
        title={(state) => t(stateLooks[state].title)}
        onChange={set('state')}
      />
      {hasRegions && (
        <ChoiceFilter
          label={t('upstreams.region')}
          value={filter.region}
          values={regions}
          title={countryName}
          onChange={set('region')}
        />
      )}
    </FilterBar>
  )
}

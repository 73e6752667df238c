import { broadcastScenes } from '@hongyan/contract/vocabulary/broadcast'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import { useToday } from '../../../api/use-today.ts'
import { useText } from '../../../i18n/text.ts'
import { countFilters, withPart, withRange } from '../../../ui/list/address.ts'
import { ChoiceFilter } from '../../../ui/list/choice-filter.tsx'
import { type BarParts, FilterBar } from '../../../ui/list/filter-bar.tsx'
import { RangePicker } from '../../../ui/list/range-picker.tsx'
import { TextFilter } from '../../../ui/list/text-filter.tsx'
import { sceneTitles, statusTitles } from './labels.ts'
import { type BroadcastSearch, readText } from './search.ts'

const statuses = Object.values(SendJobStatus)

interface FiltersProps extends Pick<BarParts, 'view'> {
  search: BroadcastSearch
  onChange: (search: BroadcastSearch) => void
}

/** The filters of the list: a part of the name or text, the days of creation, status and scene. */
export function Filters({ search, onChange, view }: FiltersProps) {
  const t = useText()
  const today = useToday()
  return (
    <FilterBar
      count={countFilters(search)}
      onClear={() => onChange({})}
      view={view}
      first={
        <TextFilter
          label={t('broadcasts.search')}
          value={search.text}
          read={readText}
          invalidText={t('broadcasts.searchLong')}
          onChange={(text) => onChange(withPart(search, 'text', text))}
          className="w-full sm:w-64"
        />
      }
    >
      <RangePicker value={search} today={today} onChange={(range) => onChange(withRange(search, range))} />
      <ChoiceFilter
        label={t('broadcasts.status')}
        value={search.status}
        values={statuses}
        title={(status) => t(statusTitles[status])}
        onChange={(status) => onChange(withPart(search, 'status', status))}
      />
      <ChoiceFilter
        label={t('broadcasts.scene')}
        value={search.scene}
        values={broadcastScenes}
        title={(scene) => t(sceneTitles[scene])}
        onChange={(scene) => onChange(withPart(search, 'scene', scene))}
      />
    </FilterBar>
  )
}

import { ticketCategories, ticketStates } from '@hongyan/contract/vocabulary/support'
import { useText } from '../../../i18n/text.ts'
import { countFilters, keptOrder, withPart } from '../../../ui/list/address.ts'
import { ChoiceFilter } from '../../../ui/list/choice-filter.tsx'
import { type BarParts, FilterBar } from '../../../ui/list/filter-bar.tsx'
import { TextFilter } from '../../../ui/list/text-filter.tsx'
import { categoryTitles, stateLooks } from './labels.ts'
import { readText, type SupportSearch } from './list-search.ts'

interface FiltersProps extends BarParts {
  search: SupportSearch
  onChange: (search: SupportSearch) => void
}

/** The filters of the tickets: a part of the subject or the number, state and category. */
export function Filters({ search, onChange, ...bar }: FiltersProps) {
  const t = useText()
  const { text, state, category } = search
  return (
    <FilterBar
      count={countFilters(search)}
      onClear={() => onChange(keptOrder(search))}
      first={
        <TextFilter
          label={t('center.search')}
          value={text}
          read={readText}
          invalidText={t('center.textLong')}
          onChange={(typed) => onChange(withPart(search, 'text', typed))}
          className="max-sm:flex-1 sm:w-56"
        />
      }
      {...bar}
    >
      <ChoiceFilter
        label={t('center.state')}
        value={state}
        values={ticketStates}
        title={(each) => t(stateLooks[each].title)}
        onChange={(chosen) => onChange(withPart(search, 'state', chosen))}
      />
      <ChoiceFilter
        label={t('center.category')}
        value={category}
        values={ticketCategories}
        title={(each) => t(categoryTitles[each])}
        onChange={(chosen) => onChange(withPart(search, 'category', chosen))}
      />
    </FilterBar>
  )
}

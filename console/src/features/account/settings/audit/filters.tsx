import { auditActors, auditOutcomes } from '@hongyan/contract/vocabulary/audit'
import { useToday } from '../../../../api/use-today.ts'
import { useText } from '../../../../i18n/text.ts'
import { countFilters, partSetter, keptOrder, withRange } from '../../../../ui/list/address.ts'
import { ChoiceFilter } from '../../../../ui/list/choice-filter.tsx'
import { type BarParts, FilterBar } from '../../../../ui/list/filter-bar.tsx'
import { RangePicker } from '../../../../ui/list/range-picker.tsx'
import { nouns } from './actions.ts'
import type { AuditSearch } from './filter.ts'
import { actorLabels, outcomeLabels } from './labels.ts'

interface FiltersProps extends BarParts {
  search: AuditSearch
  onChange: (search: AuditSearch) => void
}

/** The filter of the list, all of it in the address. */
export function Filters({ search, onChange, ...bar }: FiltersProps) {
  const t = useText()
  const today = useToday()
  const set = partSetter(search, onChange)
  return (
    <FilterBar count={countFilters(search)} onClear={() => onChange(keptOrder(search))} {...bar}>
      <RangePicker value={search} today={today} onChange={(range) => onChange(withRange(search, range))} />
      <ChoiceFilter
        label={t('audit.action')}
        value={search.action}
        values={nouns}
        title={(noun) => t(`audit.of.${noun}`)}
        onChange={set('action')}
      />
      <ChoiceFilter
        label={t('audit.actor')}
        value={search.actor}
        values={auditActors}
        title={(actor) => t(actorLabels[actor])}
        onChange={set('actor')}
      />
      <ChoiceFilter
        label={t('audit.outcome')}
        value={search.outcome}
        values={auditOutcomes}
        title={(outcome) => t(outcomeLabels[outcome])}
        onChange={set('outcome')}
      />
    </FilterBar>
  )
}

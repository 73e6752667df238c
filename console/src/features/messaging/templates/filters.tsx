import { useText } from '../../../i18n/text.ts'
import { partSetter } from '../../../ui/list/address.ts'
import { ChoiceFilter } from '../../../ui/list/choice-filter.tsx'
import { type BarParts, FilterBar } from '../../../ui/list/filter-bar.tsx'
import { TextFilter } from '../../../ui/list/text-filter.tsx'
import { reviewStatuses, reviewTitle } from '../../../ui/review/review-status.tsx'
import { readText, type TemplateFilter } from './filter.ts'
import { languages, sceneLabels, scenes, useLanguageName } from './labels.ts'
import { useSenders } from './queries.ts'

interface FiltersProps extends BarParts {
  filter: TemplateFilter
  onChange: (filter: TemplateFilter) => void
}

/** The filter of the list, all of it in the address. */
export function Filters({ filter, onChange, ...bar }: FiltersProps) {
  const t = useText()
  const languageName = useLanguageName()
  const senders = useSenders() ?? []
  const set = partSetter(filter, onChange)
  return (
    <FilterBar
      count={Object.keys(filter).length}
      onClear={() => onChange({})}
      first={
        <TextFilter
          label={t('templates.text')}
          value={filter.text}
          read={readText}
          onChange={set('text')}
          invalidText={t('templates.textInvalid')}
          className="max-sm:flex-1 sm:w-44"
        />
      }
      {...bar}
    >
      <ChoiceFilter
        label={t('templates.status')}
        value={filter.status}
        values={reviewStatuses}
        title={(status) => t(reviewTitle(status))}
        onChange={set('status')}
      />
      <ChoiceFilter
        label={t('templates.scene')}
        value={filter.scene}
        values={scenes}
        title={(scene) => t(sceneLabels[scene])}
        onChange={set('scene')}
      />
      <ChoiceFilter<string>
        label={t('templates.language')}
        value={filter.language}
        values={languages}
        title={languageName}
        onChange={set('language')}
      />
      <ChoiceFilter<string>
        label={t('templates.sender')}
        value={filter.signature}
        values={senders.map(({ id }) => id)}
        title={(id) => senders.find((sender) => sender.id === id)?.name ?? id}
        onChange={set('signature')}
      />
    </FilterBar>
  )
}

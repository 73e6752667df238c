import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { listReasons, listSources } from '@hongyan/contract/vocabulary/recipient-list'
import { useToday } from '../../../api/use-today.ts'
import { useText } from '../../../i18n/text.ts'
import { countFilters, keptOrder, withPart, withRange } from '../../../ui/list/address.ts'
import { ChoiceFilter } from '../../../ui/list/choice-filter.tsx'
import { type BarParts, FilterBar } from '../../../ui/list/filter-bar.tsx'
import { RangePicker } from '../../../ui/list/range-picker.tsx'
import { TextFilter } from '../../../ui/list/text-filter.tsx'
import { reasonTitles, sceneTitles } from '../../../ui/recipient-list/choice.ts'
import { sourceTitles } from './labels.ts'
import { readRecipient, type RecipientSearch } from './search.ts'

interface FiltersProps extends BarParts {
  search: RecipientSearch
  onChange: (search: RecipientSearch) => void
}

const scenes = Object.values(MessageScene)

/** The filters of the list: number and reason, and the rarer ones behind a button. */
export function Filters({ search, onChange, ...bar }: FiltersProps) {
  const t = useText()
  const today = useToday()
  const { reason, scene, source, recipient } = search
  const more = (
    <>
      <ChoiceFilter
        label={t('recipients.scenes')}
        value={scene}
        values={scenes}
        title={(each) => t(sceneTitles[each])}
        onChange={(value) => onChange(withPart(search, 'scene', value))}
      />
      <ChoiceFilter
        label={t('recipients.source')}
        value={source}
        values={listSources}
        title={(each) => t(sourceTitles[each])}
        onChange={(value) => onChange(withPart(search, 'source', value))}
      />
    </>
  )
  return (
    <FilterBar
      count={countFilters(search)}
      onClear={() => onChange(keptOrder(search))}
      first={
        <TextFilter
          label={t('recipients.number')}
          value={recipient}
          read={readRecipient}
          invalidText={t('recipients.numberWrong')}
          onChange={(value) => onChange(withPart(search, 'recipient', value))}
          className="max-sm:flex-1 sm:w-60"
        />
      }
      more={{ set: scene !== undefined || source !== undefined, filters: more }}
      {...bar}
    >
      <RangePicker value={search} today={today} onChange={(range) => onChange(withRange(search, range))} />
      <ChoiceFilter
        label={t('recipients.reason')}
        value={reason}
        values={listReasons}
        title={(each) => t(reasonTitles[each])}
        onChange={(value) => onChange(withPart(search, 'reason', value))}
      />
    </FilterBar>
  )
}

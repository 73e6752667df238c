import { filingStates } from '@hongyan/contract/vocabulary/filing'
import { signatureRegions } from '@hongyan/contract/vocabulary/signature'
import { useText } from '../../../i18n/text.ts'
import { countFilters, partSetter, keptOrder } from '../../../ui/list/address.ts'
import { ChoiceFilter } from '../../../ui/list/choice-filter.tsx'
import { type BarParts, FilterBar } from '../../../ui/list/filter-bar.tsx'
import { TextFilter } from '../../../ui/list/text-filter.tsx'
import { filingTitle } from '../../../ui/review/filing-chips.tsx'
import { reviewStatuses, reviewTitle } from '../../../ui/review/review-status.tsx'
import { kinds, kindTitles, scenes, sceneTitles } from './labels.ts'
import { readText, type SignatureSearch } from './search.ts'

interface FiltersProps extends BarParts {
  search: SignatureSearch
  onChange: (search: SignatureSearch) => void
}

/** The filters of the list: text and status, and the rarer ones behind a button. */
export function Filters({ search, onChange, ...bar }: FiltersProps) {
  const t = useText()
  const set = partSetter(search, onChange)
  const { status, kind, scene, region, filing } = search
  const isMoreSet = [kind, scene, region, filing].some((value) => value !== undefined)
  const more = (
    <>
      <ChoiceFilter
        label={t('signatures.kind')}
        value={kind}
        values={kinds}
        title={(each) => t(kindTitles[each])}
        onChange={set('kind')}
      />
      <ChoiceFilter
        label={t('signatures.scenes')}
        value={scene}
        values={scenes}
        title={(each) => t(sceneTitles[each])}
        onChange={set('scene')}
      />
      <ChoiceFilter
        label={t('signatures.regions')}
        value={region}
        values={signatureRegions}
        title={(each) => t(`signatures.${each}`)}
        onChange={set('region')}
      />
      <ChoiceFilter
        label={t('signatures.filing')}
        value={filing}
        values={filingStates}
        title={(each) => t(filingTitle(each))}
        onChange={set('filing')}
      />
    </>
  )
  return (
    <FilterBar
      count={countFilters(search)}
      onClear={() => onChange(keptOrder(search))}
      first={
        <TextFilter
          label={t('signatures.name')}
          value={search.text}
          read={readText}
          invalidText={t('signatures.textLong')}
          onChange={set('text')}
          className="max-sm:flex-1 sm:w-56"
        />
      }
      more={{ set: isMoreSet, filters: more }}
      {...bar}
    >
      <ChoiceFilter
        label={t('signatures.status')}
        value={status}
        values={reviewStatuses}
        title={(each) => t(reviewTitle(each))}
        onChange={set('status')}
      />
    </FilterBar>
  )
}

import { sortsBy } from '@hongyan/contract/vocabulary/sorting'
import { useText } from '../../i18n/text.ts'
import { Select } from '../select.tsx'
import { directionOf, type Sorting } from './sorting.ts'

/** The order of a list, where its columns have no heads to press. */
export function SortFilter({ titles, value, onChange }: Sorting) {
  const t = useText()
  const options = Object.entries(titles).flatMap(([column, title]) =>
    sortsBy([column]).map((sort) => {
      const direction = directionOf(sort, column) === 'ascending' ? 'list.ascending' : 'list.descending'
      return { value: sort, title: t(direction, { column: t(title) }) }
    }),
  )
  return (
    <Select
      label={t('list.sort')}
      labelled="inside"
      options={options}
      value={value}
      onChange={onChange}
      className="[&_button]:min-w-28"
    />
  )
}

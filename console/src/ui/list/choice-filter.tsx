import { useText } from '../../i18n/text.ts'
import { cx } from '../cx.ts'
import { Select } from '../select.tsx'

const ANY = 'any'

interface ChoiceFilterProps<Value extends string | number> {
  label: string
  value: Value | undefined
  /** The offered values. Another value from the address stays selectable. */
  values: readonly Value[]
  title: (value: Value) => string
  onChange: (value: Value | undefined) => void
}

/** A filter by one of a few values, or by none of them. */
export function ChoiceFilter<Value extends string | number>(props: ChoiceFilterProps<Value>) {
  const { label, value, values, title, onChange } = props
  const t = useText()
  const offered = value === undefined || values.includes(value) ? values : [...values, value]
  const options = offered.map((each) => ({ value: String(each), title: title(each) }))
  return (
    <Select
      label={label}
      labelled="inside"
      options={[{ value: ANY, title: t('list.any') }, ...options]}
      value={value === undefined ? ANY : String(value)}
      onChange={(chosen) => onChange(offered.find((each) => String(each) === chosen))}
      className={cx('[&_button]:min-w-28', value === undefined && 'print:hidden')}
    />
  )
}

import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import { useText } from '../../../i18n/text.ts'
import { useMinute } from '../../../lib/use-minute.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Select } from '../../../ui/select.tsx'
import { monthsTo, monthText } from './days.ts'
import { type InvoiceFilter, isFiltered, withPart } from './filter.ts'
import { statusLabels } from './labels.ts'

const ANY = 'any'
const statuses = Object.values(InvoiceStatus)
/** narrow enough to fit several in a row */
const narrow = '[&_button]:min-w-28'

interface FilterProps {
  filter: InvoiceFilter
  onChange: (filter: InvoiceFilter) => void
}

function Month({ name, filter, onChange }: FilterProps & { name: 'from' | 'to' }) {
  const t = useText()
  const months = monthsTo(useMinute())
  const value = filter[name]
  const offered = value === undefined || months.includes(value) ? months : [...months, value]
  const fits = (month: string): boolean =>
    name === 'from' ? month <= (filter.to ?? month) : month >= (filter.from ?? month)
  const options = offered.filter(fits).map((month) => ({ value: month, title: monthText(month) }))
  return (
    <Select
      label={t(name === 'from' ? 'invoices.from' : 'invoices.to')}
      labelled="inside"
      options={[{ value: ANY, title: t('invoices.any') }, ...options]}
      value={value ?? ANY}
      onChange={(chosen) => onChange(withPart(filter, name, chosen === ANY ? undefined : chosen))}
      className={narrow}
    />
  )
}

/** Every filter, and a button that clears them. */
export function Filters({ filter, onChange }: FilterProps) {
  const t = useText()
  const options = statuses.map((status) => ({ value: String(status), title: t(statusLabels[status].title) }))
  const choose = (chosen: string) =>
    onChange(
      withPart(
        filter,
        'status',
        statuses.find((each) => String(each) === chosen),
      ),
    )
  return (
    <>
      <Select
        label={t('invoices.status')}
        labelled="inside"
        options={[{ value: ANY, title: t('invoices.any') }, ...options]}
        value={filter.status === undefined ? ANY : String(filter.status)}
        onChange={choose}
        className={narrow}
      />
      <Month name="from" filter={filter} onChange={onChange} />
      <Month name="to" filter={filter} onChange={onChange} />
      <Checkbox
        checked={filter.overdue === true}
        onChange={({ target }) => onChange(withPart(filter, 'overdue', target.checked || undefined))}
      >
        {t('invoices.overdueOnly')}
      </Checkbox>
      {isFiltered(filter) && (
        <Button tone="ghost" size="small" onClick={() => onChange({})}>
          {t('invoices.clear')}
        </Button>
      )}
    </>
  )
}

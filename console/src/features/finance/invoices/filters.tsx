import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import { useText } from '../../../i18n/text.ts'
import { useMinute } from '../../../lib/use-minute.ts'
import { Checkbox } from '../../../ui/choice.tsx'
import { cx } from '../../../ui/cx.ts'
import { countFilters, withPart } from '../../../ui/list/address.ts'
import { ChoiceFilter } from '../../../ui/list/choice-filter.tsx'
import { type BarParts, FilterBar } from '../../../ui/list/filter-bar.tsx'
import { monthsTo, monthText } from './days.ts'
import type { InvoiceFilter } from './filter.ts'
import { statusLabels } from './labels.ts'

const statuses = Object.values(InvoiceStatus)

interface FilterProps {
  filter: InvoiceFilter
  onChange: (filter: InvoiceFilter) => void
}

function Month({ name, filter, onChange }: FilterProps & { name: 'from' | 'to' }) {
  const t = useText()
  const fits = (month: string): boolean =>
    name === 'from' ? month <= (filter.to ?? month) : month >= (filter.from ?? month)
  return (
    <ChoiceFilter
      label={t(name === 'from' ? 'invoices.from' : 'invoices.to')}
      value={filter[name]}
      values={monthsTo(useMinute()).filter(fits)}
      title={monthText}
      onChange={(month) => onChange(withPart(filter, name, month))}
    />
  )
}

type FiltersProps = FilterProps & BarParts

/** Every filter, and a button that clears them. */
export function Filters({ filter, onChange, ...bar }: FiltersProps) {
  const t = useText()
  return (
    <FilterBar count={countFilters(filter)} onClear={() => onChange({})} {...bar}>
      <ChoiceFilter
        label={t('invoices.status')}
        value={filter.status}
        values={statuses}
        title={(status) => t(statusLabels[status].title)}
        onChange={(status) => onChange(withPart(filter, 'status', status))}
      />
      <Month name="from" filter={filter} onChange={onChange} />
      <Month name="to" filter={filter} onChange={onChange} />
      <span className={cx('flex min-h-8 items-center', filter.overdue !== true && 'print:hidden')}>
        <Checkbox
          checked={filter.overdue === true}
          onChange={({ target }) => onChange(withPart(filter, 'overdue', target.checked || undefined))}
        >
          {t('invoices.overdueOnly')}
        </Checkbox>
      </span>
    </FilterBar>
  )
}

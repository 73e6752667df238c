import {
  channelsOf,
  paymentChannels,
  TradeDirection,
  TradeType,
  TransactionStatus,
} from '@hongyan/contract/vocabulary/payment'
import { ListFilter } from 'lucide-react'
import { useId, useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import type { TextId } from '../../../i18n/ids.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { FilterField } from './filter-field.tsx'
import { isFiltered, readId, readLimit, type TransactionFilter, withPart } from './filter.ts'
import { narrow, Period } from './period-filter.tsx'
import { channelLabels, directionLabels, statusLabels, typeLabels } from './labels.ts'

interface FilterProps {
  filter: TransactionFilter
  onChange: (filter: TransactionFilter) => void
}

const ANY = 'any'
interface PartProps<Value extends string | number> {
  label: TextId
  value: Value | undefined
  /** The offered values. Another value from the address stays selectable. */
  values: readonly Value[]
  labels: Readonly<Record<Value, TextId>>
  onChange: (value: Value | undefined) => void
}

function Part<Value extends string | number>({ label, value, values, labels, onChange }: PartProps<Value>) {
  const t = useText()
  const offered = value === undefined || values.includes(value) ? values : [...values, value]
  const options = offered.map((each) => ({ value: String(each), title: t(labels[each]) }))
  return (
    <Select
      label={t(label)}
      labelled="inside"
      options={[{ value: ANY, title: t('transactions.any') }, ...options]}
      value={value === undefined ? ANY : String(value)}
      onChange={(chosen) => onChange(offered.find((each) => String(each) === chosen))}
      className={narrow}
    />
  )
}

/** The rarer filters: the id of a transaction, and amounts. */
function More({ filter, onChange }: FilterProps) {
  const t = useText()
  const { currency } = useAccount()
  const set = (name: 'id' | 'amount_min' | 'amount_max') => (value: string | undefined) =>
    onChange(withPart(filter, name, value))
  const amount = {
    read: (typed: string) => readLimit(typed, currency),
    invalidText: t('transactions.amountWrong'),
    className: 'w-[calc(50%-4px)] sm:w-44',
  }
  return (
    <>
      <FilterField
        label={t('transactions.idHint')}
        value={filter.id}
        read={readId}
        invalidText={t('transactions.idWrong')}
        onChange={set('id')}
        eager
        className="w-full sm:w-88"
      />
      <FilterField {...amount} label={t('transactions.least')} value={filter.amount_min} onChange={set('amount_min')} />
      <FilterField {...amount} label={t('transactions.most')} value={filter.amount_max} onChange={set('amount_max')} />
    </>
  )
}

const types = [TradeType.Charge, TradeType.Pay, TradeType.Deduct, TradeType.Cashback, TradeType.Gift, TradeType.Refund]
const directions = [TradeDirection.In, TradeDirection.Out]
const statuses = Object.values(TransactionStatus)
const statusTitles = Object.fromEntries(statuses.map((status) => [status, statusLabels[status].title])) as Readonly<
  Record<TransactionStatus, TextId> // every status, since it was built from all of them
>

/** Every filter, and a button that clears them. */
export function Filters({ filter, onChange }: FilterProps) {
  const t = useText()
  const { currency } = useAccount()
  const id = useId()
  const [choosing, setChoosing] = useState(false)
  const hasMore = filter.id !== undefined || filter.amount_min !== undefined || filter.amount_max !== undefined
  const [more, setMore] = useState(hasMore)
  const channels = paymentChannels.filter(
    (channel) => channel === 'cash' || channel === 'balance' || channelsOf(currency).some((each) => each === channel),
  )
  const set =
    <Name extends keyof TransactionFilter>(name: Name) =>
    (value: TransactionFilter[Name] | undefined) =>
      onChange(withPart(filter, name, value))
  function clear() {
    setChoosing(false)
    onChange({})
  }
  return (
    <>
      <Period filter={filter} onChange={onChange} choosing={choosing} onChoosing={setChoosing} />
      <Part label="transactions.type" value={filter.type} values={types} labels={typeLabels} onChange={set('type')} />
      <Part
        label="transactions.direction"
        value={filter.direction}
        values={directions}
        labels={directionLabels}
        onChange={set('direction')}
      />
      <Part
        label="transactions.channel"
        value={filter.channel}
        values={channels}
        labels={channelLabels}
        onChange={set('channel')}
      />
      <Part
        label="transactions.status"
        value={filter.status}
        values={statuses}
        labels={statusTitles}
        onChange={set('status')}
      />
      <Button
        size="small"
        icon={ListFilter}
        aria-expanded={more || hasMore}
        aria-controls={id}
        onClick={() => setMore(!more)}
      >
        {t('transactions.more')}
      </Button>
      {isFiltered(filter) && (
        <Button tone="ghost" size="small" onClick={clear}>
          {t('transactions.clear')}
        </Button>
      )}
      <div id={id} hidden={!more && !hasMore} className="flex w-full flex-wrap items-start gap-2">
        <More filter={filter} onChange={onChange} />
      </div>
    </>
  )
}

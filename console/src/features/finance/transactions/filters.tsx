import {
  channelsOf,
  paymentChannels,
  TradeDirection,
  TradeType,
  TransactionStatus,
} from '@hongyan/contract/vocabulary/payment'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../../../api/account.ts'
import { useToday } from '../../../api/use-today.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { countFilters, partSetter, keptOrder, withPart, withRange } from '../../../ui/list/address.ts'
import { ChoiceFilter } from '../../../ui/list/choice-filter.tsx'
import { type BarParts, FilterBar } from '../../../ui/list/filter-bar.tsx'
import { RangePicker } from '../../../ui/list/range-picker.tsx'
import { TextFilter } from '../../../ui/list/text-filter.tsx'
import { exportOf, filterOf, readId, readLimit, type TransactionSearch } from './filter.ts'
import { channelLabels, directionLabels, statusLabels, typeLabels } from './labels.ts'

interface FilterProps {
  search: TransactionSearch
  onChange: (search: TransactionSearch) => void
}

type FiltersProps = FilterProps & BarParts

/** The rarer filters: the id of a transaction, and amounts. */
function More({ search, onChange }: FilterProps) {
  const t = useText()
  const { currency } = useAccount()
  const set = (name: 'id' | 'amount_min' | 'amount_max') => (value: string | undefined) =>
    onChange(withPart(search, name, value))
  const amount = {
    read: (typed: string) => readLimit(typed, currency),
    invalidText: t('transactions.amountWrong'),
    className: 'sm:w-44',
  }
  return (
    <>
      <TextFilter
        label={t('transactions.idHint')}
        value={search.id}
        read={readId}
        invalidText={t('transactions.idWrong')}
        onChange={set('id')}
        eager
        className="sm:w-88"
      />
      <TextFilter {...amount} label={t('transactions.least')} value={search.amount_min} onChange={set('amount_min')} />
      <TextFilter {...amount} label={t('transactions.most')} value={search.amount_max} onChange={set('amount_max')} />
    </>
  )
}

const types = [TradeType.Charge, TradeType.Pay, TradeType.Deduct, TradeType.Cashback, TradeType.Gift, TradeType.Refund]
const directions = [TradeDirection.In, TradeDirection.Out]
const statuses = Object.values(TransactionStatus)

/** Every filter, and a button that clears them. */
export function Filters({ search, onChange, ...bar }: FiltersProps) {
  const t = useText()
  const { currency } = useAccount()
  const today = useToday()
  const channels = paymentChannels.filter(
    (channel) => channel === 'cash' || channel === 'balance' || channelsOf(currency).some((each) => each === channel),
  )
  const set = partSetter(search, onChange)
  return (
    <FilterBar
      count={countFilters(search)}
      onClear={() => onChange(keptOrder(search))}
      {...bar}
      more={{
        set: search.id !== undefined || search.amount_min !== undefined || search.amount_max !== undefined,
        filters: <More search={search} onChange={onChange} />,
      }}
    >
      <RangePicker
        value={search}
        today={today}
        exportLink={
          <Link to={paths.exports} search={exportOf(filterOf(search, today), today)} className="text-link">
            {t('list.exportInstead')}
          </Link>
        }
        onChange={(range) => onChange(withRange(search, range))}
      />
      <ChoiceFilter
        label={t('transactions.type')}
        value={search.type}
        values={types}
        title={(type) => t(typeLabels[type])}
        onChange={set('type')}
      />
      <ChoiceFilter
        label={t('transactions.direction')}
        value={search.direction}
        values={directions}
        title={(direction) => t(directionLabels[direction])}
        onChange={set('direction')}
      />
      <ChoiceFilter
        label={t('transactions.channel')}
        value={search.channel}
        values={channels}
        title={(channel) => t(channelLabels[channel])}
        onChange={set('channel')}
      />
      <ChoiceFilter
        label={t('transactions.status')}
        value={search.status}
        values={statuses}
        title={(status) => t(statusLabels[status].title)}
        onChange={set('status')}
      />
    </FilterBar>
  )
}

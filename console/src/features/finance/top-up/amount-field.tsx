import { topUp as limits } from '@hongyan/contract/limits/finance'
import type { Micros } from '@hongyan/contract/money'
import { readAmount } from '@hongyan/contract/typed-amount'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { useId } from 'react'
import { useText } from '../../../i18n/text.ts'
import { cx } from '../../../ui/cx.ts'
import { FieldError } from '../../../ui/field.tsx'
import { useFieldError, useClearError } from '../../../ui/form.tsx'
import { useUnreadable } from './use-unreadable.ts'
import { moneyText, quickAmounts, rangeOf, signOf, amountInput } from './amount.ts'

const NAME = 'amount'

const quick =
  'h-11 rounded-md border border-line-strong text-sm sm:h-9 text-ink-2 hover:bg-fill aria-pressed:border-chosen aria-pressed:font-medium aria-pressed:text-ink aria-pressed:inset-ring aria-pressed:inset-ring-chosen'

interface AmountFieldProps {
  currency: Currency
  typed: string
  amount: Micros | null
  onType: (typed: string) => void
}

function QuickAmounts({ currency, amount, onType }: Omit<AmountFieldProps, 'typed'>) {
  const t = useText()
  const forgive = useClearError()
  const choose = (chosen: Micros | null) => {
    forgive(NAME)
    if (chosen !== null) onType(amountInput(chosen))
  }
  return (
    <div role="group" aria-label={t('top-up.quick')} className="mt-1 grid auto-cols-fr grid-flow-col gap-2">
      {quickAmounts[currency].map((each) => {
        const quickAmount = readAmount(each, currency)
        return (
          <button
            key={each}
            type="button"
            aria-pressed={quickAmount === amount}
            onClick={() => choose(quickAmount)}
            className={quick}
          >
            {moneyText(each, currency, 0)}
          </button>
        )
      })}
    </div>
  )
}

/** The amount in large figures. Any pasted form is accepted, and normalised when the field loses the focus. */
export function AmountField({ currency, typed, amount, onType }: AmountFieldProps) {
  const t = useText()
  const id = useId()
  const [unreadable, leave] = useUnreadable(typed, amount, onType)
  const fault = useFieldError(NAME)
  const error = fault ?? unreadable
  const { min, max } = rangeOf(currency)
  const range = { min: moneyText(min, currency), max: moneyText(max, currency) }
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {t('top-up.amount')}
      </label>
      <div
        className={cx(
          'flex h-14 items-center gap-2 rounded-md border bg-raised px-4 text-title has-[input:focus]:border-focus has-[input:focus]:ring-3 has-[input:focus]:ring-focus/22',
          error === undefined ? 'border-control' : 'border-bad-dot',
        )}
      >
        <span aria-hidden className="text-ink-3">
          {signOf(currency)}
        </span>
        <input
          id={id}
          name={NAME}
          value={typed}
          onChange={({ target }) => onType(target.value)}
          onBlur={leave}
          inputMode="decimal"
          autoComplete="off"
          placeholder={`0.${'0'.repeat(limits.decimals)}`}
          maxLength={64}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={`${id}-currency ${id}-under`}
          className="h-full min-w-0 flex-1 bg-transparent font-semibold outline-none placeholder:text-ink-3"
        />
        <span id={`${id}-currency`} className="text-sm text-ink-2">
          {currency}
        </span>
      </div>
      {error === undefined ? (
        <p id={`${id}-under`} className="text-xs text-ink-3">
          {t('top-up.range', range)}
        </p>
      ) : (
        <FieldError id={`${id}-under`}>{error}</FieldError>
      )}
      <QuickAmounts currency={currency} amount={amount} onType={onType} />
    </div>
  )
}

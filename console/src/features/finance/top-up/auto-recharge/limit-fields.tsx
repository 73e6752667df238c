import { autoRecharge as limits } from '@hongyan/contract/limits/finance'
import { useText } from '../../../../i18n/text.ts'
import { TextField } from '../../../../ui/field.tsx'
import { moneyText, signOf, amountInput } from '../amount.ts'
import { rangesOf } from './rules.ts'
import type { RechargeDraftForm } from './use-recharge-draft.ts'

const fields = [
  { name: 'below', label: 'auto-recharge.below', placeholder: limits.belowPlaceholder },
  { name: 'topup', label: 'auto-recharge.topup', placeholder: limits.topupPlaceholder },
] as const

/** The threshold of the balance and the amount of a recharge. */
export function LimitFields({ form }: { form: RechargeDraftForm }) {
  const t = useText()
  const { currency } = form
  const ranges = rangesOf(currency)
  return (
    <div className="grid grid-cols-1 gap-x-5 gap-y-4 sm:grid-cols-2">
      {fields.map(({ name, label, placeholder }) => {
        const { min, max } = ranges[name]
        const amount = form[name]
        return (
          <TextField
            key={name}
            name={name}
            label={t(label)}
            hint={t('auto-recharge.range', { min: moneyText(min, currency), max: moneyText(max, currency) })}
            prefix={signOf(currency)}
            trailing={<span className="text-sm text-ink-3">{currency}</span>}
            value={form.typed[name]}
            onChange={({ target }) => form.type(name, target.value)}
            onBlur={() => amount !== null && form.type(name, amountInput(amount))}
            placeholder={placeholder}
            inputMode="decimal"
            autoComplete="off"
            maxLength={64}
          />
        )
      })}
    </div>
  )
}

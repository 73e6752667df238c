import { autoRecharge as limits } from '@hongyan/contract/limits/finance'
import { useText } from '../../../../i18n/text.ts'
import { TextField } from '../../../../ui/field.tsx'
import { moneyText, signOf } from '../amount.ts'
import { useUnreadable } from '../use-unreadable.ts'
import { rangesOf } from './rules.ts'
import type { RechargeDraftForm } from './use-recharge-draft.ts'

const fields = [
  { name: 'below', label: 'auto-recharge.below', placeholder: limits.belowPlaceholder },
  { name: 'topup', label: 'auto-recharge.topup', placeholder: limits.topupPlaceholder },
] as const
type Limit = (typeof fields)[number]

function LimitField({ form, limit: { name, label, placeholder } }: { form: RechargeDraftForm; limit: Limit }) {
  const t = useText()
  const { currency } = form
  const { min, max } = rangesOf(currency)[name]
  const type = (typed: string) => form.type(name, typed)
  const [unreadable, leave] = useUnreadable(form.typed[name], form[name], type)
  return (
    <TextField
      name={name}
      label={t(label)}
      hint={t('auto-recharge.range', { min: moneyText(min, currency), max: moneyText(max, currency) })}
      {...(unreadable !== undefined && { error: unreadable })}
      prefix={signOf(currency)}
      trailing={<span className="text-sm text-ink-3">{currency}</span>}
      value={form.typed[name]}
      onChange={({ target }) => type(target.value)}
      onBlur={leave}
      placeholder={placeholder}
      inputMode="decimal"
      autoComplete="off"
      maxLength={64}
    />
  )
}

/** The threshold of the balance and the amount of a recharge. */
export function LimitFields({ form }: { form: RechargeDraftForm }) {
  return (
    <div className="grid grid-cols-1 gap-x-5 gap-y-4 sm:grid-cols-2">
      {fields.map((limit) => (
        <LimitField key={limit.name} form={form} limit={limit} />
      ))}
    </div>
  )
}

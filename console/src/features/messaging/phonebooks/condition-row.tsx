import type { SegmentCondition } from '@hongyan/contract/endpoints/messaging/phonebooks'
import { phonebooks as limits } from '@hongyan/contract/limits/broadcasts'
import { contactFields } from '@hongyan/contract/vocabulary/phonebook'
import { Trash2 } from 'lucide-react'
import { useCountries } from '../../../api/use-countries.ts'
import { useText } from '../../../i18n/text.ts'
import { IconButton } from '../../../ui/button.tsx'
import { ChoiceField } from '../../../ui/choice-field.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { fieldTitle, kindOf, needsValue, operatorsOf, operatorTitle } from './condition-labels.ts'

interface ConditionRowProps {
  condition: SegmentCondition
  index: number
  /** The own fields of the phonebook. */
  fields: readonly string[]
  onChange: (condition: SegmentCondition) => void
  /** Null for the only condition. */
  onRemove: (() => void) | null
}

/** One condition: a field, a comparison and a value. */
export function ConditionRow({ condition, index, fields, onChange, onRemove }: ConditionRowProps) {
  const t = useText()
  const { field, operator } = condition
  const kind = kindOf(field)
  const changeField = (next: string) => onChange({ field: next, operator: operatorsOf(next)[0] ?? 'is', value: '' })
  return (
    <fieldset className="grid gap-2 rounded-lg border border-line p-3">
      <legend className="sr-only">{t('phonebooks.conditionNr', { nr: index + 1 })}</legend>
      <div className="flex items-center gap-2">
        <Select
          label={t('phonebooks.field')}
          labelled="hidden"
          options={[...fields, ...contactFields].map((each) => ({ value: each, title: fieldTitle(each) }))}
          value={field}
          onChange={changeField}
          className="min-w-0 flex-1 *:w-full"
        />
        <Select
          label={t('phonebooks.comparison')}
          labelled="hidden"
          options={operatorsOf(field).map((each) => ({ value: each, title: operatorTitle(kind, each) }))}
          value={operator}
          onChange={(next) => onChange({ ...condition, operator: next })}
          className="min-w-0 flex-1 *:w-full"
        />
        {onRemove !== null && (
          <IconButton icon={Trash2} label={t('phonebooks.removeCondition', { nr: index + 1 })} onClick={onRemove} />
        )}
      </div>
      {needsValue(operator) && <ValueField condition={condition} index={index} onChange={onChange} />}
    </fieldset>
  )
}

function ValueField({ condition, index, onChange }: Pick<ConditionRowProps, 'condition' | 'index' | 'onChange'>) {
  const t = useText()
  const { field, operator, value } = condition
  const name = `conditions[${index}].value`
  const countries = useCountries()
  const kind = kindOf(field)
  const change = (next: string) => onChange({ ...condition, value: next })
  if (kind === '$country') {
    return (
      <ChoiceField name={name} label={t('phonebooks.country')} options={countries} value={value} onChange={change} />
    )
  }
  const isOrdered = operator === 'above' || operator === 'below'
  return (
    <TextField
      name={name}
      label={t('phonebooks.value')}
      {...(kind === '$created' ? { type: 'date' } : isOrdered && { hint: t('phonebooks.orderedHint') })}
      value={value}
      onChange={({ target }) => change(target.value)}
      maxLength={limits.valueMax}
      autoComplete="off"
    />
  )
}

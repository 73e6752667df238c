import { auditActors, auditOutcomes } from '@hongyan/contract/vocabulary/audit'
import type { TextId } from '../../../../i18n/ids.ts'
import { useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'
import { Select } from '../../../../ui/select.tsx'
import { type ActionNoun, nouns } from './actions.ts'
import { type AuditFilter, isFiltered, readDay, withPart } from './filter.ts'
import { actorLabels, outcomeLabels } from './labels.ts'

const ANY = 'any'

interface PartProps<Value extends string> {
  label: TextId
  value: Value | undefined
  values: readonly Value[]
  labels: (value: Value) => TextId
  onChange: (value: Value | undefined) => void
}

function Part<Value extends string>({ label, value, values, labels, onChange }: PartProps<Value>) {
  const t = useText()
  return (
    <Select
      label={t(label)}
      labelled="inside"
      options={[
        { value: ANY, title: t('audit.any') },
        ...values.map((each) => ({ value: each, title: t(labels(each)) })),
      ]}
      value={value ?? ANY}
      onChange={(chosen) => onChange(values.find((each) => each === chosen))}
      className="[&_button]:min-w-28"
    />
  )
}

interface DayProps {
  label: TextId
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/** One end of the range. An incomplete day changes nothing. */
function Day({ label, value = '', onChange }: DayProps) {
  const t = useText()
  function take(typed: string) {
    const day = readDay(typed)
    if (typed === '' || day !== undefined) onChange(day)
  }
  return (
    <label className="flex h-9 items-center gap-2 rounded-md border border-control bg-raised px-2.5 max-sm:w-full sm:h-8 has-[input:focus]:border-focus has-[input:focus]:ring-3 has-[input:focus]:ring-focus/22">
      <span className="text-sm whitespace-nowrap text-ink-3">{t(label)}</span>
      <input
        key={value}
        type="date"
        defaultValue={value}
        onChange={({ target }) => take(target.value)}
        className="h-full w-full min-w-0 bg-transparent text-md outline-none sm:text-sm"
      />
    </label>
  )
}

const nounLabels = (noun: ActionNoun): TextId => `audit.of.${noun}`

interface FiltersProps {
  filter: AuditFilter
  onChange: (filter: AuditFilter) => void
}

/** The filter of the list, all of it in the address. */
export function Filters({ filter, onChange }: FiltersProps) {
  const t = useText()
  const set =
    <Name extends keyof AuditFilter>(name: Name) =>
    (value: AuditFilter[Name] | undefined) =>
      onChange(withPart(filter, name, value))
  return (
    <>
      <Day label="audit.from" value={filter.from} onChange={set('from')} />
      <Day label="audit.until" value={filter.to} onChange={set('to')} />
      <Part label="audit.action" value={filter.action} values={nouns} labels={nounLabels} onChange={set('action')} />
      <Part
        label="audit.actor"
        value={filter.actor}
        values={auditActors}
        labels={(actor) => actorLabels[actor]}
        onChange={set('actor')}
      />
      <Part
        label="audit.outcome"
        value={filter.outcome}
        values={auditOutcomes}
        labels={(outcome) => outcomeLabels[outcome]}
        onChange={set('outcome')}
      />
      {isFiltered(filter) && (
        <Button tone="ghost" size="small" onClick={() => onChange({})}>
          {t('audit.clear')}
        </Button>
      )}
    </>
  )
}

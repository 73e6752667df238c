import type { TemplateVariable } from '@hongyan/contract/vocabulary/template'
import { variableTypes } from '@hongyan/contract/vocabulary/template'
import { useText } from '../../../../i18n/text.ts'
import { TextField } from '../../../../ui/field.tsx'
import { textOfFinding } from '../../../../ui/review/finding-lines.tsx'
import { Select } from '../../../../ui/select.tsx'
import { CodeChip } from '../../../../ui/tag.tsx'
import { typeLabels } from '../labels.ts'
import { FieldFindings } from './field-findings.tsx'
import { type FieldFinding, useTemplateForm } from './form-context.ts'
import { withType } from './variables.ts'

/** The rules whose findings stand under a field of their variable. */
const SAMPLE: readonly string[] = ['sample-required', 'sample-unfit']
const LENGTH: readonly string[] = ['variable-length']

const isOwn = ({ rule, values }: FieldFinding): boolean =>
  values?.['variable'] !== undefined && (SAMPLE.includes(rule) || LENGTH.includes(rule))

function OneVariable({ variable, onChange }: { variable: TemplateVariable; onChange: (to: TemplateVariable) => void }) {
  const t = useText()
  const { shown } = useTemplateForm()
  const { name, type, max_length: max, sample } = variable
  const errorOf = (rules: readonly string[]): { error?: string } => {
    const found = shown('variables').find(({ rule, values }) => values?.['variable'] === name && rules.includes(rule))
    return found === undefined ? {} : { error: textOfFinding(found) }
  }
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)_96px] items-start gap-x-3 gap-y-2 border-line p-3 not-first:border-t sm:grid-cols-[minmax(0,1fr)_96px_minmax(0,1.4fr)]">
      <legend className="sr-only">{name}</legend>
      <span aria-hidden className="col-span-full">
        <CodeChip>{`{${name}}`}</CodeChip>
      </span>
      <Select
        label={t('templates.type')}
        options={variableTypes.map((each) => ({ value: each, title: t(typeLabels[each]) }))}
        value={type}
        onChange={(chosen) => onChange(withType(variable, chosen))}
      />
      <TextField
        label={t('templates.maxLength')}
        inputMode="numeric"
        autoComplete="off"
        value={max === 0 ? '' : String(max)}
        {...errorOf(LENGTH)}
        onChange={({ target }) =>
          onChange({ ...variable, max_length: Number(target.value.replaceAll(/\D/g, '').slice(0, 3)) })
        }
      />
      <div className="col-span-full sm:col-span-1">
        <TextField
          label={t('templates.sample')}
          autoComplete="off"
          value={sample}
          {...errorOf(SAMPLE)}
          onChange={({ target }) => onChange({ ...variable, sample: target.value })}
        />
      </div>
    </fieldset>
  )
}

/** The variables of the text: their types, lengths and samples. They come and go with the text. */
export function VariableFields() {
  const t = useText()
  const { form, change } = useTemplateForm()
  const { content, variables } = form
  const replace = (to: TemplateVariable) =>
    change({ content, variables: variables.map((each) => (each.name === to.name ? to : each)) })
  return (
    <section aria-label={t('templates.variables')} className="grid grid-cols-1 gap-1.5">
      <h2 className="text-sm font-medium">{t('templates.variables')}</h2>
      <div className="rounded-lg border border-line bg-raised">
        {variables.map((variable) => (
          <OneVariable key={variable.name} variable={variable} onChange={replace} />
        ))}
      </div>
      <p className="text-xs text-ink-3">{t('templates.variablesHint')}</p>
      <FieldFindings field="variables" except={isOwn} />
    </section>
  )
}

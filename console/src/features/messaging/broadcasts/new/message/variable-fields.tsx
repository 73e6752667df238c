import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import type { VariableValue } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { useText } from '../../../../../i18n/text.ts'
import { FieldError, TextField } from '../../../../../ui/field.tsx'
import { Select } from '../../../../../ui/select.tsx'
import { CodeChip } from '../../../../../ui/tag.tsx'
import { remember, withoutValue } from '../mapping.ts'
import { useWizard, valueColumns } from '../wizard.ts'

const UNCHOSEN = ''
/** No heading has a line break. */
const FIXED = '\n'

const chosenOf = (value: VariableValue | undefined): string =>
  value === undefined ? UNCHOSEN : 'value' in value ? FIXED : value.column

/** A column or a fixed value for each variable of the template. */
export function VariableFields({ showsErrors }: { readonly showsErrors: boolean }) {
  const t = useText()
  const { draft, change, audience, variables, values, template } = useWizard()
  if (variables.length === 0) return null
  const columns = valueColumns(audience)
  const missing = withoutValue(variables, values)
  const set = (variable: string, value: VariableValue): void =>
    change({ values: { ...draft.values, [variable]: value } })
  const fixedOf = (variable: string): string => {
    const value = values[variable]
    return value !== undefined && 'value' in value ? value.value : ''
  }
  const sampleOf = (variable: string) => template?.variables.find(({ name }) => name === variable)?.sample ?? ''
  return (
    <section aria-labelledby="variables" className="grid grid-cols-1 gap-3">
      <div>
        <h3 id="variables" className="text-sm font-medium">
          {t('new.variables')}
        </h3>
        <p className="text-xs text-ink-3">{t(columns.length > 0 ? 'new.variablesText' : 'new.variablesFixed')}</p>
      </div>
      <ul className="grid grid-cols-1 divide-y divide-line border-t border-line">
        {variables.map((variable) => {
          const isMissing = showsErrors && missing.includes(variable)
          const isFixed = columns.length === 0 || chosenOf(values[variable]) === FIXED
          const error = isMissing ? t(columns.length > 0 ? 'new.valueMissing' : 'new.valueRequired') : undefined
          return (
            <li
              key={variable}
              data-missing={isMissing || undefined}
              className="grid grid-cols-1 items-start gap-2 py-3 last:pb-0 sm:grid-cols-[160px_minmax(0,1fr)]"
            >
              <span className="flex min-h-9 items-center">
                <CodeChip>{`{${variable}}`}</CodeChip>
              </span>
              <div className="grid grid-cols-1 gap-2">
                {columns.length > 0 && (
                  <Select
                    label={t('new.valueOf', { name: variable })}
                    labelled="hidden"
                    className="[&>button]:w-full"
                    options={[
                      ...(chosenOf(values[variable]) === UNCHOSEN
                        ? [{ value: UNCHOSEN, title: t('new.chooseColumn') }]
                        : []),
                      ...columns.map((column) => ({ value: column, title: t('new.column', { name: column }) })),
                      { value: FIXED, title: t('new.fixed') },
                    ]}
                    value={chosenOf(values[variable])}
                    onChange={(chosen) => {
                      if (chosen === UNCHOSEN) return
                      if (chosen === FIXED) return set(variable, { value: fixedOf(variable) })
                      remember(chosen, variable)
                      return set(variable, { column: chosen })
                    }}
                    {...(!isFixed && error !== undefined && { invalid: true, hint: <FieldError>{error}</FieldError> })}
                  />
                )}
                {isFixed && (
                  <TextField
                    label={columns.length > 0 ? t('new.fixedValue') : t('new.valueOf', { name: variable })}
                    placeholder={sampleOf(variable)}
                    value={fixedOf(variable)}
                    onChange={({ target }) => set(variable, { value: target.value })}
                    maxLength={limits.cellMax}
                    autoComplete="off"
                    error={error}
                  />
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

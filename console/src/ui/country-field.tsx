import { lazy, Suspense, useEffect } from 'react'
import { useText } from '../i18n/text.ts'
import { Button } from './button.tsx'
import { type CountryList, matchingCountries } from './countries.ts'
import { FieldError } from './field.tsx'
import { useFieldError } from './form.tsx'

const load = async () => ({ default: (await import('./combo-field.tsx')).ComboField })
const ComboField = lazy(load)

/** Loads the field's code. Call when a form with the field is about to open. */
export const preloadCountryField = (): void => void load()

interface CountryFieldProps {
  /** The name of the value in the surrounding form: the country's two letters. */
  name: string
  label: string
  initial?: string
  list: CountryList
}

/** The place of the field with its value, until the countries and the code are there. */
function Waiting({ name, label, initial = '', list: { failed, loading, retry } }: CountryFieldProps) {
  const t = useText()
  const error = useFieldError(name)
  // Beside the countries, not behind them.
  useEffect(preloadCountryField, [])
  return (
    <div className="grid content-start gap-1.5">
      <span className="text-sm font-medium">{label}</span>
      {failed ? (
        <div role="alert" className="flex flex-wrap items-center gap-2 text-sm text-bad">
          {t('ui.countriesFailed')}
          <Button size="small" busy={loading} busyLabel={t('ui.loading')} onClick={retry}>
            {t('ui.tryAgain')}
          </Button>
        </div>
      ) : (
        <span aria-busy className="h-11 rounded-md border border-control bg-raised sm:h-9" />
      )}
      {error !== undefined && <FieldError id={`${name}-waits`}>{error}</FieldError>}
      <input type="hidden" name={name} value={initial} />
    </div>
  )
}

/** One country, searched by its name in both languages or by its code. */
export function CountryField(props: CountryFieldProps) {
  const t = useText()
  const { name, label, initial, list } = props
  const waiting = <Waiting {...props} />
  if (list.countries.length === 0) return waiting
  return (
    <Suspense fallback={waiting}>
      <ComboField
        name={name}
        label={label}
        placeholder={t('ui.countryHint')}
        initial={list.countries.find(({ value }) => value === initial)}
        match={(typed) => matchingCountries(list.countries, typed)}
        emptyText={t('ui.countryNone')}
        showAllLabel={t('ui.countryShow')}
      />
    </Suspense>
  )
}

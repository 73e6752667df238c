import { verification as limits } from '@hongyan/contract/limits/verification'
import { lazy, Suspense } from 'react'
import { useCountries } from '../../../api/use-countries.ts'
import { useText } from '../../../i18n/text.ts'
import { matchingCountries } from '../../../ui/countries.ts'
import { CountryListField } from '../../../ui/country-list-field.tsx'

const ComboField = lazy(async () => ({ default: (await import('../../../ui/combo-field.tsx')).ComboField }))

interface CountryFieldProps {
  name: string
  label: string
  initial: string
}

/** The place of the field, with its value, until the list and its code are there. */
function Waiting({ name, label, initial }: CountryFieldProps) {
  return (
    <div className="grid content-start gap-1.5">
      <span className="text-sm font-medium">{label}</span>
      <span className="h-11 rounded-md border border-control bg-raised sm:h-9" />
      <input type="hidden" name={name} value={initial} />
    </div>
  )
}

export function CountryField({ name, label, initial }: CountryFieldProps) {
  const t = useText()
  const countries = useCountries()
  const waiting = <Waiting name={name} label={label} initial={initial} />
  if (countries.length === 0) return waiting
  return (
    <Suspense fallback={waiting}>
      <ComboField
        name={name}
        label={label}
        placeholder={t('verification.countryHint')}
        initial={countries.find(({ value }) => value === initial)}
        match={(typed) => matchingCountries(countries, typed)}
        emptyText={t('verification.countryNone')}
        showAllLabel={t('verification.countryShow')}
      />
    </Suspense>
  )
}

interface CountriesFieldProps {
  name: string
  label: string
  initial: readonly string[]
}

export function CountriesField(props: CountriesFieldProps) {
  const t = useText()
  return (
    <CountryListField
      {...props}
      countries={useCountries()}
      most={limits.countries}
      addText={t('verification.addCountry')}
      removeLabel={(country) => t('verification.removeCountry', { name: country })}
    />
  )
}

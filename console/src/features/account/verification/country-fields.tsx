import { verification as limits } from '@hongyan/contract/limits/verification'
import { useCountries } from '../../../api/use-countries.ts'
import { useText } from '../../../i18n/text.ts'
import { ComboField } from '../../../ui/combo-field.tsx'
import { matchingCountries } from '../../../ui/countries.ts'
import { CountryListField } from '../../../ui/country-list-field.tsx'

interface CountryFieldProps {
  name: string
  label: string
  initial: string
}

export function CountryField({ name, label, initial }: CountryFieldProps) {
  const t = useText()
  const countries = useCountries()
  if (countries.length === 0) return <input type="hidden" name={name} value={initial} />
  return (
    <ComboField
      name={name}
      label={label}
      placeholder={t('verification.countryHint')}
      initial={countries.find(({ value }) => value === initial)}
      match={(typed) => matchingCountries(countries, typed)}
      emptyText={t('verification.countryNone')}
      showAllLabel={t('verification.countryShow')}
    />
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

import { verification as limits } from '@hongyan/contract/limits/verification'
import { useCountries, useCountryList } from '../../../api/use-countries.ts'
import { useText } from '../../../i18n/text.ts'
import { CountryField } from '../../../ui/country-field.tsx'
import { CountryListField } from '../../../ui/country-list-field.tsx'

interface OneCountryProps {
  name: string
  label: string
  initial: string
}

export const OneCountry = (props: OneCountryProps) => <CountryField {...props} list={useCountryList()} />

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

import { verification as limits } from '@hongyan/contract/limits/verification'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { regionsQuery } from '../../../api/regions.ts'
import { useLocale, useText } from '../../../i18n/text.ts'
import { IconButton } from '../../../ui/button.tsx'
import { ComboField } from '../../../ui/combo-field.tsx'
import { type Country, countriesOf, matchingCountries } from '../../../ui/countries.ts'
import { FieldError } from '../../../ui/field.tsx'
import { useClearError, useFieldError } from '../../../ui/form.tsx'

const NO_COUNTRIES: readonly Country[] = []

function useCountries(): readonly Country[] {
  const locale = useLocale()
  const { data } = useQuery(regionsQuery)
  return useMemo(() => (data ? countriesOf(data, locale) : NO_COUNTRIES), [data, locale])
}

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

interface CountryListFieldProps {
  name: string
  label: string
  initial: readonly string[]
}

/** Several countries: a list to add from, and a chip for each that is chosen. */
export function CountryListField({ name, label, initial }: CountryListFieldProps) {
  const t = useText()
  const id = useId()
  const error = useFieldError(name)
  const clearError = useClearError()
  const countries = useCountries()
  const [chosen, setChosen] = useState(initial)
  const titleOf = (iso2: string) => countries.find(({ value }) => value === iso2)?.title ?? iso2
  const add = (iso2: string) => {
    if (iso2 === '' || chosen.includes(iso2)) return
    setChosen([...chosen, iso2])
    clearError(name)
  }
  return (
    <div className="grid grid-cols-1 content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        value=""
        disabled={chosen.length >= limits.countries}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={({ target }) => add(target.value)}
        className="h-11 w-full rounded-md border border-control bg-raised px-3 text-md aria-invalid:border-bad-dot sm:h-9 sm:text-base"
      >
        <option value="">{t('verification.addCountry')}</option>
        {countries
          .filter(({ value }) => !chosen.includes(value))
          .map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
      </select>
      <input type="hidden" name={name} value={chosen.join(',')} />
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {chosen.map((iso2) => (
            <li
              key={iso2}
              className="flex h-7 items-center gap-0.5 rounded-md border border-line bg-well pr-0.5 pl-2 text-sm"
            >
              {titleOf(iso2)}
              <IconButton
                icon={X}
                size={13}
                label={t('verification.removeCountry', { name: titleOf(iso2) })}
                onClick={() => setChosen(chosen.filter((other) => other !== iso2))}
                className="size-6!"
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

import { ChevronDown, X } from 'lucide-react'
import { useId, useState } from 'react'
import { IconButton } from './button.tsx'
import type { Country } from './countries.ts'
import { FieldError } from './field.tsx'
import { useClearError, useFieldError } from './form.tsx'
import { Icon } from './icon.tsx'

interface CountryListFieldProps {
  /** The name of the value in the surrounding form: the codes, with commas between them. */
  name: string
  label: string
  hint?: string
  countries: readonly Country[]
  /** The codes of the preselected countries. */
  initial: readonly string[]
  most: number
  /** The first entry of the list. */
  addText: string
  /** The accessible name of the button that removes a country. */
  removeLabel: (country: string) => string
}

/** Several countries: a list to add from, and a chip for each that is chosen. */
export function CountryListField(props: CountryListFieldProps) {
  const { name, label, hint, countries, initial, most, addText, removeLabel } = props
  const id = useId()
  const error = useFieldError(name)
  const clearError = useClearError()
  const [chosen, setChosen] = useState(initial)
  const titleOf = (iso2: string) => countries.find(({ value }) => value === iso2)?.title ?? iso2
  const change = (next: readonly string[]) => {
    setChosen(next)
    clearError(name)
  }
  const described = error === undefined ? hint && `${id}-hint` : `${id}-error`
  return (
    <div className="grid grid-cols-1 content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <span className="relative">
        <select
          id={id}
          value=""
          disabled={chosen.length >= most}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={described}
          onChange={({ target }) => change([...chosen, target.value])}
          className="h-11 w-full appearance-none rounded-md border border-control bg-raised pr-9 pl-3 text-md aria-invalid:border-bad-dot sm:h-9 sm:text-base"
        >
          <option value="" disabled>
            {addText}
          </option>
          {countries
            .filter(({ value }) => !chosen.includes(value))
            .map(({ value, title }) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
        </select>
        <Icon of={ChevronDown} className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-2" />
      </span>
      <input type="hidden" name={name} value={chosen.join(',')} />
      {error === undefined ? (
        hint && (
          <p id={`${id}-hint`} className="text-xs text-ink-3">
            {hint}
          </p>
        )
      ) : (
        <FieldError id={`${id}-error`}>{error}</FieldError>
      )}
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
                label={removeLabel(titleOf(iso2))}
                onClick={() => change(chosen.filter((other) => other !== iso2))}
                className="size-6!"
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

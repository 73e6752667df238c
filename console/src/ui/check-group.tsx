import type { ReactNode } from 'react'
import { Checkbox } from './choice.tsx'
import { FieldError } from './field.tsx'
import { useClearError, useFieldError } from './form.tsx'

interface CheckGroupProps<Value extends string | number> {
  name: string
  legend: string
  values: readonly Value[]
  title: (value: Value) => string
  chosen: readonly Value[]
  onChange: (chosen: readonly Value[]) => void
  children?: ReactNode
}

/** A choice of several values of a form, with the message of their field below. */
export function CheckGroup<Value extends string | number>(props: CheckGroupProps<Value>) {
  const { name, legend, values, title, chosen, onChange, children } = props
  const error = useFieldError(name)
  const clearError = useClearError()
  const toggle = (value: Value) => {
    clearError(name)
    onChange(values.filter((each) => chosen.includes(each) !== (each === value)))
  }
  return (
    <fieldset className="grid content-start gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      {values.map((value) => (
        <Checkbox
          key={value}
          name={name}
          value={value}
          checked={chosen.includes(value)}
          data-invalid={error !== undefined || undefined}
          onChange={() => toggle(value)}
        >
          {title(value)}
        </Checkbox>
      ))}
      {error !== undefined && <FieldError>{error}</FieldError>}
      {children}
    </fieldset>
  )
}

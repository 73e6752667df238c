import type { ComponentProps, FocusEvent, ReactNode } from 'react'
import { FieldError } from './field.tsx'
import { useClearError, useFieldError } from './form.tsx'
import { Select } from './select.tsx'

interface ChoiceFieldProps<Value extends string> extends ComponentProps<typeof Select<Value>> {
  name: string
  /** The message of an error outside the surrounding form. */
  error?: string | undefined
  children?: ReactNode
}

const toButton = ({ target, currentTarget }: FocusEvent<HTMLElement>): void => {
  if (target === currentTarget) currentTarget.querySelector('button')?.focus()
}

/** A choice of a few in a form, with the message of its field. A form that moves the focus here reaches its button. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { error: ownError, hint, children, onChange, ...select } = props
  const formError = useFieldError(select.name)
  const clearError = useClearError()
  const error = ownError ?? formError
  return (
    <div
      data-field={select.name}
      data-invalid={error !== undefined || undefined}
      tabIndex={-1}
      onFocus={toButton}
      className="grid gap-1.5 outline-none"
    >
      <Select
        {...select}
        hint={error === undefined ? hint : <FieldError>{error}</FieldError>}
        invalid={error !== undefined}
        onChange={(value) => {
          clearError(select.name)
          onChange(value)
        }}
      />
      {children}
    </div>
  )
}

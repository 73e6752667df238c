import type { ComponentProps } from 'react'
import { TextField } from '../../../../../ui/field.tsx'
import { regroup } from './regroup.ts'

interface GroupedFieldProps extends Omit<ComponentProps<typeof TextField>, 'onInput' | 'value'> {
  write: (typed: string, deleting: boolean) => string
  /** Receives the field's value, which it must not store. */
  onTyped?: (typed: string) => void
}

/** A field that groups its digits while the customer types. */
export function GroupedField({ write, onTyped, ...rest }: GroupedFieldProps) {
  return (
    <TextField
      {...rest}
      inputMode="numeric"
      maxLength={64}
      onInput={({ currentTarget, nativeEvent }) => {
        const typing = nativeEvent instanceof InputEvent ? nativeEvent : null
        // Regrouping during the composition of an input method would break it.
        if (typing?.isComposing) return
        const deleting = typing?.inputType.startsWith('delete') ?? false
        regroup(currentTarget, (typed) => write(typed, deleting))
        onTyped?.(currentTarget.value)
      }}
    />
  )
}

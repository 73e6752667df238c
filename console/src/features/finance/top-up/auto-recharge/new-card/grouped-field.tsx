import type { ComponentProps } from 'react'
import { TextField } from '../../../../../ui/field.tsx'
import { regroup } from './regroup.ts'

interface GroupedFieldProps extends Omit<ComponentProps<typeof TextField>, 'onInput' | 'value'> {
  write: (typed: string, deleting: boolean) => string
  /** Told of what the field holds; it must not be kept. */
  onTyped?: (typed: string) => void
}

/** A field that is grouped while it is typed into. */
export function GroupedField({ write, onTyped, ...rest }: GroupedFieldProps) {
  return (
    <TextField
      {...rest}
      inputMode="numeric"
      maxLength={64}
      onInput={({ currentTarget, nativeEvent }) => {
        const typing = nativeEvent instanceof InputEvent ? nativeEvent : null
        // What an input method is still composing would be torn from it.
        if (typing?.isComposing) return
        const deleting = typing?.inputType.startsWith('delete') ?? false
        regroup(currentTarget, (typed) => write(typed, deleting))
        onTyped?.(currentTarget.value)
      }}
    />
  )
}

import { useState } from 'react'
import { requestCode } from '../../../api/code-handles.ts'
import { useText } from '../../../i18n/text.ts'
import { CodeEntry } from '../../../ui/code-entry/code-entry.tsx'
import { TextField } from '../../../ui/field.tsx'
import { SCENE } from './phone-proof.ts'

interface PhoneFieldProps {
  name: string
  label: string
  hint: string
  initial: string
  placeholder?: string
  /** Returns the phone that needs a code; null for none. */
  unproved: (typed: string) => string | null
  onTyped: (typed: string) => void
}

/** The operator's phone, with the code that proves it unless it is the account's own. */
export function PhoneField({ name, label, hint, initial, placeholder, unproved, onTyped }: PhoneFieldProps) {
  const t = useText()
  const [typed, setTyped] = useState(initial)
  const phone = unproved(typed)
  return (
    <div className="grid grid-cols-1 content-start gap-4 sm:col-span-2 sm:grid-cols-2">
      <TextField
        name={name}
        label={label}
        hint={hint || t('verification.phoneHint')}
        type="tel"
        autoComplete="tel"
        value={typed}
        {...(placeholder === undefined ? {} : { placeholder })}
        onChange={({ target }) => {
          setTyped(target.value)
          onTyped(target.value)
        }}
      />
      {phone !== null && (
        <CodeEntry request={requestCode} scene={SCENE} kind="phone" via="sms" to={phone} shown={phone} />
      )}
    </div>
  )
}

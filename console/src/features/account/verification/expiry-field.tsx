import { PERMANENT } from '@hongyan/contract/vocabulary/verification'
import { useState } from 'react'
import { useText } from '../../../i18n/text.ts'
import { Checkbox } from '../../../ui/choice.tsx'
import { TextField } from '../../../ui/field.tsx'
import { useClearError } from '../../../ui/form.tsx'

interface ExpiryFieldProps {
  name: string
  label: string
  initial: string
}

/** The last day of a document, or that it has none. */
export function ExpiryField({ name, label, initial }: ExpiryFieldProps) {
  const t = useText()
  const clearError = useClearError()
  const [isPermanent, setPermanent] = useState(initial === PERMANENT)
  return (
    <div className="grid grid-cols-1 content-start gap-1.5">
      {isPermanent ? (
        <>
          <span className="text-sm font-medium">{label}</span>
          <input type="hidden" name={name} value={PERMANENT} />
        </>
      ) : (
        <TextField name={name} label={label} type="date" defaultValue={initial === PERMANENT ? '' : initial} />
      )}
      <Checkbox
        checked={isPermanent}
        onChange={({ target }) => {
          setPermanent(target.checked)
          clearError(name)
        }}
      >
        {t('verification.permanent')}
      </Checkbox>
    </div>
  )
}

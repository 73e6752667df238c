import { useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { TextField } from '../field.tsx'

interface Used {
  readonly name: string
  /** Messages of the last 30 days. */
  readonly messages: number
}

/** Makes the deletion of a record that messages used in the last 30 days wait for its name (screens S0). */
export function useTypedName({ name, messages }: Used) {
  const [typed, setTyped] = useState('')
  const isNeeded = messages > 0
  return { isNeeded, isTyped: !isNeeded || typed.trim() === name, typed, setTyped }
}

interface TypedNameProps {
  of: Used
  by: ReturnType<typeof useTypedName>
  busy: boolean
  /** Runs on Enter, once the name is typed. */
  onEnter: () => void
}

/** The number of messages that used a record, and the field for its name. Absent for an unused record. */
export function TypedName({
  of: { name, messages },
  by: { isNeeded, isTyped, typed, setTyped },
  busy,
  onEnter,
}: TypedNameProps) {
  const t = useText()
  if (!isNeeded) return null
  return (
    <form
      className="mt-4 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isTyped && !busy) onEnter()
      }}
    >
      <p>{t('review.usedBy', { count: messages })}</p>
      <div className="text-ink">
        <TextField
          autoFocus
          label={t('review.typeName', { name })}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
    </form>
  )
}

import { useId, useState, type KeyboardEvent } from 'react'
import { FieldError } from '../../../ui/field.tsx'
import { cx } from '../../../ui/cx.ts'

interface FilterFieldProps {
  label: string
  value: string | undefined
  /** Parses the text for the filter; null where it is invalid. */
  read: (typed: string) => string | null
  onChange: (value: string | undefined) => void
  /** The message for an invalid value. */
  wrong?: string
  type?: 'text' | 'date'
  /** Applies the value as soon as it is complete, instead of on Enter or when the field loses the focus. */
  eager?: boolean
  className?: string
}

const box =
  'flex h-9 items-center gap-2 rounded-md border bg-raised px-2.5 sm:h-8 has-[input:focus]:border-focus has-[input:focus]:ring-3 has-[input:focus]:ring-focus/22'

/** One text filter. An incomplete value stays in the field and out of the address. */
export function FilterField(props: FilterFieldProps) {
  const { label, value = '', read, onChange, wrong, type = 'text', eager = false, className } = props
  const id = useId()
  const [draft, setDraft] = useState({ of: value, typed: value, left: false })
  // The address may change without the field, as when the filters are cleared.
  if (draft.of !== value) setDraft({ of: value, typed: value, left: false })
  const { typed, left } = draft
  const bad = left && typed.trim() !== '' && read(typed) === null

  function take(text: string) {
    if (text.trim() === '') return onChange(undefined)
    const taken = read(text)
    return taken === null || taken === value ? undefined : onChange(taken)
  }
  function change(text: string) {
    setDraft({ of: value, typed: text, left: false })
    if (eager) take(text)
  }
  function leave() {
    setDraft({ of: value, typed, left: true })
    if (typed !== value) take(typed)
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') leave()
  }
  return (
    <div className={cx('grid content-start gap-1', className)}>
      <label className={cx(box, bad ? 'border-bad-dot' : 'border-control')}>
        <span className="text-sm whitespace-nowrap text-ink-3">{label}</span>
        <input
          type={type}
          autoComplete="off"
          value={typed}
          maxLength={64}
          aria-invalid={bad || undefined}
          aria-describedby={bad ? id : undefined}
          onChange={(event) => change(event.target.value)}
          onBlur={leave}
          onKeyDown={onKeyDown}
          className="h-full w-full min-w-0 bg-transparent text-md outline-none sm:text-sm"
        />
      </label>
      {bad && wrong !== undefined && <FieldError id={id}>{wrong}</FieldError>}
    </div>
  )
}

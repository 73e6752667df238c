import { useId, useState, type KeyboardEvent } from 'react'
import { cx } from '../cx.ts'
import { FieldError } from '../field.tsx'

interface TextFilterProps {
  label: string
  value: string | undefined
  /** Parses the text for the filter; null where it is invalid. */
  read: (typed: string) => string | null
  onChange: (value: string | undefined) => void
  /** The message for an invalid value. */
  invalidText: string
  /** Applies the value as soon as it is complete, instead of on Enter or when the field loses the focus. */
  eager?: boolean
  className?: string
}

const box =
  'flex h-9 items-center gap-2 rounded-md border bg-raised px-2.5 sm:h-8 has-[input:focus]:border-focus has-[input:focus]:ring-3 has-[input:focus]:ring-focus/22'

/** One text filter. An incomplete value stays in the field and out of the address. */
export function TextFilter(props: TextFilterProps) {
  const { label, value = '', read, onChange, invalidText, eager = false, className } = props
  const id = useId()
  const [draft, setDraft] = useState({ applied: value, typed: value, wasLeft: false })
  // The address may change without the field, as when the filters are cleared.
  if (draft.applied !== value) setDraft({ applied: value, typed: value, wasLeft: false })
  const { typed, wasLeft } = draft
  const isInvalid = wasLeft && typed.trim() !== '' && read(typed) === null

  function apply(text: string) {
    if (text.trim() === '') return onChange(undefined)
    const parsed = read(text)
    return parsed === null || parsed === value ? undefined : onChange(parsed)
  }
  function change(text: string) {
    setDraft({ applied: value, typed: text, wasLeft: false })
    if (eager) apply(text)
  }
  function leave() {
    setDraft({ applied: value, typed, wasLeft: true })
    if (typed !== value) apply(typed)
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') leave()
  }
  return (
    <div className={cx('grid content-start gap-1', value === '' && 'print:hidden', className)}>
      <label className={cx(box, isInvalid ? 'border-bad-dot' : 'border-control')}>
        <span className="text-sm whitespace-nowrap text-ink-3">{label}</span>
        <input
          type="text"
          autoComplete="off"
          value={typed}
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid ? id : undefined}
          onChange={(event) => change(event.target.value)}
          onBlur={leave}
          onKeyDown={onKeyDown}
          className="h-full w-full min-w-0 bg-transparent text-md outline-none sm:text-sm"
        />
      </label>
      {isInvalid && <FieldError id={id}>{invalidText}</FieldError>}
    </div>
  )
}

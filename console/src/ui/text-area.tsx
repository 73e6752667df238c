import { useId, type ComponentProps } from 'react'
import { cx } from './cx.ts'
import { FieldError } from './field.tsx'
import { useFieldError } from './form.tsx'

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  label: string
  hint?: string
  /** The message of an error outside the surrounding form. */
  error?: string | undefined
  name: string
}

/** Several lines of text: like a field, and as high as its `rows`. */
export function TextArea({ label, hint, error: ownError, className, ...rest }: TextAreaProps) {
  const id = useId()
  const formError = useFieldError(rest.name)
  const error = ownError ?? formError
  const under = error ?? hint
  return (
    <div className="grid grid-cols-1 content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={under === undefined ? undefined : `${id}-under`}
        className={cx(
          'rounded-md border bg-raised px-3 py-2 text-md outline-none placeholder:text-ink-3 focus:border-focus focus:ring-3 focus:ring-focus/22 sm:text-base',
          error === undefined ? 'border-control' : 'border-bad-dot',
          className,
        )}
      />
      {error !== undefined && <FieldError id={`${id}-under`}>{error}</FieldError>}
      {error === undefined && hint !== undefined && (
        <p id={`${id}-under`} className="text-xs text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}

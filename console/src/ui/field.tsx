import { CircleX, Eye, EyeOff } from 'lucide-react'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { useFieldError } from './form.tsx'
import { Icon } from './icon.tsx'

/**
 * The box around an input or a select: 36 px, or 44 px with 16 px type on a phone, where a browser zooms into smaller
 * type.
 */
const boxLooks = (bad: boolean): string =>
  cx(
    'flex h-11 w-full items-center gap-2 rounded-md border bg-raised px-3 text-md sm:h-9 sm:text-base',
    'has-[input:focus]:border-focus has-[input:focus]:ring-3 has-[input:focus]:ring-focus/22 has-[input:read-only]:bg-well',
    bad ? 'border-bad-dot' : 'border-control',
  )

/** The message under a field. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-xs text-bad">
      <Icon of={CircleX} size={12} className="mt-0.5" />
      {children}
    </p>
  )
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'prefix' | 'size'> {
  label: string
  hint?: string
  /** The message of an error outside the surrounding form. */
  error?: string | undefined
  /** Before the value, such as a currency sign. */
  prefix?: string
  /** At the end of the box, such as a copy button. */
  trailing?: ReactNode
}

export function TextField({ label, hint, error, prefix, trailing, className, id, ...rest }: TextFieldProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const formError = useFieldError(rest.name)
  const message = error ?? formError
  const under = message ?? hint
  return (
    <div className="grid grid-cols-1 content-start gap-1.5">
      <label htmlFor={inputId} className="text-sm font-medium">
        {label}
      </label>
      <div className={boxLooks(message !== undefined)}>
        {prefix !== undefined && <span className="text-ink-3">{prefix}</span>}
        <input
          {...rest}
          id={inputId}
          aria-invalid={message !== undefined || undefined}
          aria-describedby={under === undefined ? undefined : `${inputId}-under`}
          className={cx('h-full min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-3', className)}
        />
        {trailing}
      </div>
      {message !== undefined && <FieldError id={`${inputId}-under`}>{message}</FieldError>}
      {message === undefined && hint !== undefined && (
        <p id={`${inputId}-under`} className="text-xs text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const t = useText()
  const [shown, setShown] = useState(false)
  const toggle = (
    <IconButton
      icon={shown ? EyeOff : Eye}
      label={t(shown ? 'ui.hidePassword' : 'ui.showPassword')}
      aria-pressed={shown}
      onClick={() => setShown(!shown)}
    />
  )
  return <TextField {...props} type={shown ? 'text' : 'password'} trailing={toggle} />
}

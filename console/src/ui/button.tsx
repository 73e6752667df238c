import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'
import { useStanding } from './standing.ts'

export type ButtonTone = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'medium' | 'small' | 'row'

const tones: Record<ButtonTone, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-press',
  secondary: 'border-line-strong bg-raised text-ink hover:bg-fill active:bg-fill-strong',
  ghost: 'border-transparent text-ink-2 hover:bg-fill hover:text-ink active:bg-fill-strong',
  danger: 'border-transparent bg-bad-fill text-on-accent hover:bg-bad-fill-hover',
}

const sizes: Record<ButtonSize, string> = {
  medium: 'h-11 rounded-md px-3.5 text-base sm:h-9',
  small: 'h-9 rounded-md px-2.5 text-sm sm:h-8',
  row: 'h-8 rounded-md px-2 text-xs sm:h-7',
}

const disabled =
  'disabled:cursor-default disabled:border-transparent disabled:bg-fill disabled:text-ink-disabled disabled:hover:bg-fill'

/** The look of a button, for links that act as one. */
export const buttonLooks = (tone: ButtonTone = 'secondary', size: ButtonSize = 'medium'): string =>
  cx('inline-grid shrink-0 place-items-center border font-medium whitespace-nowrap', tones[tone], sizes[size], disabled)

interface ButtonProps extends ComponentProps<'button'> {
  tone?: ButtonTone
  size?: ButtonSize
  icon?: LucideIcon
  /** The label while `busy`, such as "Saving", shown with a spinner. Its width is reserved from the start. */
  busyLabel?: string
  busy?: boolean
  /** The action creates, sends or enables: a suspended account finds it disabled, with the reason. */
  unlessSuspended?: boolean
}

const layer = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-2'

/** A busy button keeps its width and the focus, and cannot be pressed again. */
export function Button({
  tone,
  size,
  icon,
  busyLabel,
  busy = false,
  className,
  children,
  onClick,
  type,
  unlessSuspended = false,
  ...rest
}: ButtonProps) {
  const standing = useStanding()
  const closed = unlessSuspended && standing !== null ? { disabled: true, title: standing } : {}
  return (
    <button
      {...rest}
      {...closed}
      type={type ?? 'button'}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={cx(buttonLooks(tone, size), busy && 'cursor-default!', className)}
    >
      <span className={cx(layer, busy && busyLabel !== undefined && 'invisible')}>
        {icon && <Icon of={icon} />}
        {children}
      </span>
      {busyLabel !== undefined && (
        <span className={cx(layer, !busy && 'invisible')}>
          <Spinner />
          {busyLabel}
        </span>
      )}
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  icon: LucideIcon
  /** The accessible name of the button. */
  label: string
  /** The size of the icon: 13 inside a row of text, where it is dimmed. */
  size?: number
}

/** A button with an icon alone: at least 24 px around a 16 px icon. */
export function IconButton({ icon, label, size = 16, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={cx(
        'inline-grid size-6 shrink-0 place-items-center rounded-sm hover:bg-fill hover:text-ink disabled:pointer-events-none disabled:text-ink-disabled',
        size < 16 ? 'text-ink-3' : 'touch-area text-ink-2',
        className,
      )}
    >
      <Icon of={icon} size={size} />
    </button>
  )
}

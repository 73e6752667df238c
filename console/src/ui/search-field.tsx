import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'aria-label' | 'className'> {
  label: string
  className?: string
}

/** A search text, in a filter bar. */
export function SearchField({ label, className, ...rest }: SearchFieldProps) {
  return (
    <span
      className={cx(
        'flex h-11 items-center gap-2 rounded-md border border-control bg-raised px-2.5 sm:h-8',
        'has-[input:focus]:border-focus has-[input:focus]:ring-3 has-[input:focus]:ring-focus/22',
        className,
      )}
    >
      <Icon of={Search} className="text-ink-3" />
      <input
        autoComplete="off"
        {...rest}
        type="search"
        aria-label={label}
        className="h-full min-w-0 flex-1 bg-transparent text-md outline-none placeholder:text-ink-3 sm:text-sm [&::-webkit-search-cancel-button]:hidden"
      />
    </span>
  )
}

import { ChevronDown, type LucideIcon } from 'lucide-react'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'
import { LayerButton, type LayerButtonProps } from '../layer-button.tsx'

interface FilterButtonProps extends Omit<LayerButtonProps, 'name' | 'children'> {
  /** The value of the filter in words. */
  readonly text: string
  readonly icon?: LucideIcon
}

/** Shows the value of a filter, and opens a layer that changes it. */
export function FilterButton({ label, text, icon, className, ...layer }: FilterButtonProps) {
  return (
    <LayerButton
      {...layer}
      label={label}
      name={`${label} ${text}`}
      className={cx(
        'flex h-9 items-center justify-between gap-2 rounded-md border border-control bg-raised px-2.5 text-left text-sm hover:bg-well sm:h-8',
        className,
      )}
    >
      <span className="flex min-w-0 items-center gap-2">
        {icon && <Icon of={icon} className="text-ink-2" />}
        <span className="truncate">
          <span className="text-ink-3">{label} </span>
          {text}
        </span>
      </span>
      <Icon of={ChevronDown} className="text-ink-2" />
    </LayerButton>
  )
}

import { ChevronDown, type LucideIcon } from 'lucide-react'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'
import { LayerButton, type LayerButtonProps } from '../layer-button.tsx'

interface FilterButtonProps extends Omit<LayerButtonProps, 'name' | 'children'> {
  /** The value of the filter in words. */
  readonly text: string
  readonly icon?: LucideIcon
  /** `inside` as in a filter bar, `above` as in a form. */
  readonly labelled?: 'inside' | 'above'
}

const sizes = {
  inside: 'h-9 px-2.5 text-sm sm:h-8',
  above: 'h-11 w-full px-3 text-md sm:h-9 sm:text-base',
}

/** Shows the value of a filter, and opens a layer that changes it. */
export function FilterButton({ label, text, icon, labelled = 'inside', className, ...layer }: FilterButtonProps) {
  const button = (
    <LayerButton
      {...layer}
      label={label}
      name={`${label} ${text}`}
      className={cx(
        'flex items-center justify-between gap-2 rounded-md border border-control bg-raised text-left hover:bg-well',
        sizes[labelled],
        className,
      )}
    >
      <span className="flex min-w-0 items-center gap-2">
        {icon && <Icon of={icon} className="text-ink-2" />}
        <span className="truncate">
          {labelled === 'inside' && <span className="text-ink-3">{label} </span>}
          {text}
        </span>
      </span>
      <Icon of={ChevronDown} className="text-ink-2" />
    </LayerButton>
  )
  if (labelled === 'inside') return button
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <span aria-hidden className="text-sm font-medium">
        {label}
      </span>
      {button}
    </div>
  )
}

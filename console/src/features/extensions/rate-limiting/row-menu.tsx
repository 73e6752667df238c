import { Ellipsis } from 'lucide-react'
import { Icon } from '../../../ui/icon.tsx'
import { MenuButton } from '../../../ui/menu.tsx'
import type { MenuItem } from '../../../ui/menu-items.ts'

interface RowMenuProps {
  label: string
  items: readonly MenuItem[]
  remove: MenuItem
}

/** The actions of a row, the removal apart. */
export function RowMenu({ label, items, remove }: RowMenuProps) {
  return (
    <MenuButton
      label={label}
      groups={[{ items }, { items: [remove] }]}
      className="relative z-1 inline-grid size-8 place-items-center rounded-md text-ink-2 hover:bg-fill hover:text-ink sm:size-7"
    >
      <Icon of={Ellipsis} />
    </MenuButton>
  )
}

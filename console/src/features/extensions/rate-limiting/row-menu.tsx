import { ActionsButton } from '../../../ui/actions-button.tsx'
import type { MenuItem } from '../../../ui/menu-items.ts'

interface RowMenuProps {
  label: string
  items: readonly MenuItem[]
  remove: MenuItem
}

/** The actions of a row, the removal apart. */
export function RowMenu({ label, items, remove }: RowMenuProps) {
  return <ActionsButton label={label} groups={[{ items }, { items: [remove] }]} />
}

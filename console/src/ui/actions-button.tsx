import { Ellipsis } from 'lucide-react'
import { Icon } from './icon.tsx'
import { MenuButton } from './menu.tsx'
import type { MenuGroup } from './menu-items.ts'

interface ActionsButtonProps {
  /** The accessible name, which names the record. */
  label: string
  groups: readonly MenuGroup[]
}

/** The button at the end of a row that opens its actions. It lies above a link that covers the row. */
export const ActionsButton = ({ label, groups }: ActionsButtonProps) => (
  <MenuButton
    label={label}
    groups={groups.filter(({ items }) => items.length > 0)}
    className="touch-area relative z-1 inline-grid size-8 place-items-center rounded-md text-ink-2 hover:bg-fill hover:text-ink sm:size-7"
  >
    <Icon of={Ellipsis} />
  </MenuButton>
)

import type { RecordKind } from '@hongyan/contract/vocabulary/support'
import { Ellipsis, Trash2 } from 'lucide-react'
import { useText } from '../../../i18n/text.ts'
import { Icon } from '../../../ui/icon.tsx'
import { MenuButton } from '../../../ui/menu.tsx'
import type { MenuItem } from '../../../ui/menu-items.ts'
import { recordItems } from '../../../ui/record-items.ts'

interface RowMenuProps {
  /** The record, for the accessible name of the button. */
  name: string
  kind: RecordKind
  id: string
  acts: readonly MenuItem[]
  onRemove: () => void
  /** `page`: beside the buttons of a page's header. */
  look?: 'row' | 'page'
}

const looks = {
  row: 'relative z-1 inline-grid size-8 place-items-center rounded-md text-ink-2 hover:bg-fill hover:text-ink sm:size-7',
  page: 'inline-grid size-11 shrink-0 place-items-center rounded-md border border-line-strong bg-raised text-ink-2 hover:bg-well hover:text-ink sm:size-9',
}

/** Every action on a record, its id, and its deletion at the end. */
export function RowMenu({ name, kind, id, acts, onRemove, look = 'row' }: RowMenuProps) {
  const t = useText()
  const items = [...acts, ...recordItems({ kind, id })]
  const last = { id: 'remove', title: t('phonebooks.delete'), icon: Trash2, act: onRemove }
  return (
    <MenuButton label={t('ui.actionsOf', { name })} groups={[{ items }, { items: [last] }]} className={looks[look]}>
      <Icon of={Ellipsis} />
    </MenuButton>
  )
}

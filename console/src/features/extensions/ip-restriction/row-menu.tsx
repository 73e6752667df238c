import type { IpEntry } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import { useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Icon } from '../../../ui/icon.tsx'
import { MenuButton } from '../../../ui/menu.tsx'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'

interface RowMenuProps {
  row: IpEntry
  onRemove: (row: IpEntry) => void
}

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
  toast('ok', textNow('ui.copied'))
}

/** Every action on an entry. */
export function RowMenu({ row, onRemove }: RowMenuProps) {
  const t = useText()
  const navigate = useNavigate()
  const { id, cidr } = row
  const edit = () => void navigate({ to: paths.ipRestriction, search: { edit: id }, resetScroll: false })
  const items = [
    { id: 'edit', title: t('ip-restriction.edit'), icon: Pencil, act: edit },
    {
      id: 'copy-id',
      title: t('ip-restriction.copyId'),
      icon: Copy,
      act: () => void copy(id).catch(showError),
    },
  ]
  const remove = { id: 'remove', title: t('ip-restriction.remove'), icon: Trash2, act: () => onRemove(row) }
  return (
    <MenuButton
      label={t('ip-restriction.actionsOf', { network: cidr })}
      groups={[{ items }, { items: [remove] }]}
      className="relative z-1 inline-grid size-8 place-items-center rounded-md text-ink-2 hover:bg-fill hover:text-ink sm:size-7"
    >
      <Icon of={Ellipsis} />
    </MenuButton>
  )
}

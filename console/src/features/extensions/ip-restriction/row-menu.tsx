import type { IpEntry } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { ActionsButton } from '../../../ui/actions-button.tsx'
import { recordItems } from '../../../ui/record-items.ts'

interface RowMenuProps {
  row: IpEntry
  onRemove: (row: IpEntry) => void
}

/** Every action on an entry. */
export function RowMenu({ row, onRemove }: RowMenuProps) {
  const t = useText()
  const navigate = useNavigate()
  const { id, cidr } = row
  const edit = () => void navigate({ to: paths.ipRestriction, search: { edit: id }, resetScroll: false })
  const items = [
    { id: 'edit', title: t('ip-restriction.edit'), icon: Pencil, unlessSuspended: true, act: edit },
    ...recordItems({ kind: 'ip_entry', id }),
  ]
  const remove = {
    id: 'remove',
    title: t('ip-restriction.remove'),
    icon: Trash2,
    unlessSuspended: true,
    act: () => onRemove(row),
  }
  return (
    <ActionsButton label={t('ip-restriction.actionsOf', { network: cidr })} groups={[{ items }, { items: [remove] }]} />
  )
}

import type { WebhookEndpoint } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, FlaskConical, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Icon } from '../../../ui/icon.tsx'
import { MenuButton } from '../../../ui/menu.tsx'
import { copyId, disable, enable } from './acts.ts'

interface RowMenuProps {
  row: WebhookEndpoint
  onRemove: (row: WebhookEndpoint) => void
}

/** Every action on an endpoint. */
export function RowMenu({ row, onRemove }: RowMenuProps) {
  const t = useText()
  const navigate = useNavigate()
  const { id, name, state } = row
  const isOn = state === 'on' || state === 'failing'
  const items = [
    {
      id: 'edit',
      title: t('webhooks.edit'),
      icon: Pencil,
      act: () => void navigate({ to: paths.receipts, search: { form: id } }),
    },
    {
      id: 'test',
      title: t('webhooks.sendTest'),
      icon: FlaskConical,
      act: () => void navigate({ to: paths.receipts, search: { open: id, tab: 'test' } }),
    },
    isOn
      ? { id: 'off', title: t('webhooks.disable'), icon: Pause, act: () => disable(row) }
      : { id: 'on', title: t('webhooks.enable'), icon: Play, act: () => enable(row) },
    { id: 'copy-id', title: t('webhooks.copyId'), icon: Copy, act: () => copyId(id) },
  ]
  const remove = { id: 'remove', title: t('webhooks.remove'), icon: Trash2, act: () => onRemove(row) }
  return (
    <MenuButton
      label={t('webhooks.actionsOf', { name })}
      groups={[{ items }, { items: [remove] }]}
      className="relative z-1 inline-grid size-8 place-items-center rounded-md text-ink-2 hover:bg-fill hover:text-ink sm:size-7"
    >
      <Icon of={Ellipsis} />
    </MenuButton>
  )
}

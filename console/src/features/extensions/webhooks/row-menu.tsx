import type { WebhookEndpoint } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { useNavigate } from '@tanstack/react-router'
import { FlaskConical, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { ActionsButton } from '../../../ui/actions-button.tsx'
import { recordItems } from '../../../ui/record-items.ts'
import { disable, enable } from './acts.ts'

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
      unlessSuspended: true,
      act: () => void navigate({ to: paths.receipts, search: { form: id } }),
    },
    {
      id: 'test',
      title: t('webhooks.sendTest'),
      icon: FlaskConical,
      unlessSuspended: true,
      act: () => void navigate({ to: paths.receipts, search: { open: id, tab: 'test' } }),
    },
    isOn
      ? { id: 'off', title: t('webhooks.disable'), icon: Pause, act: () => disable(row) }
      : { id: 'on', title: t('webhooks.enable'), icon: Play, unlessSuspended: true, act: () => enable(row) },
    ...recordItems({ kind: 'webhook_endpoint', id }),
  ]
  const remove = {
    id: 'remove',
    title: t('webhooks.remove'),
    icon: Trash2,
    unlessSuspended: true,
    act: () => onRemove(row),
  }
  return <ActionsButton label={t('ui.actionsOf', { name })} groups={[{ items }, { items: [remove] }]} />
}

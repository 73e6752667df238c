import type { ListedRecipient } from '@hongyan/contract/endpoints/messaging/recipients'
import { Pencil, Trash2 } from 'lucide-react'
import { useText } from '../../../i18n/text.ts'
import { ActionsButton } from '../../../ui/actions-button.tsx'
import { recordItems } from '../../../ui/record-items.ts'
import { useActs } from './acts.ts'
import { numberText } from './labels.ts'

/** Every action on an entry. */
export function RowMenu({ row }: { row: ListedRecipient }) {
  const t = useText()
  const { edit, remove } = useActs()
  const items = [
    { id: 'edit', title: t('recipients.edit'), icon: Pencil, act: () => edit(row) },
    ...recordItems({ kind: 'listed_recipient', id: row.id }),
  ]
  const last = {
    id: 'remove',
    title: t('recipients.remove'),
    icon: Trash2,
    unlessSuspended: true,
    act: () => remove(row),
  }
  return (
    <ActionsButton
      label={t('recipients.actionsOf', { number: numberText(row) })}
      groups={[{ items }, { items: [last] }]}
    />
  )
}

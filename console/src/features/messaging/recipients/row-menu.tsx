import type { ListedRecipient } from '@hongyan/contract/endpoints/messaging/recipients'
import { Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { Icon } from '../../../ui/icon.tsx'
import { MenuButton } from '../../../ui/menu.tsx'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'
import { useActs } from './acts.ts'
import { numberText } from './labels.ts'

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
  toast('ok', textNow('ui.copied'))
}

/** Every action on an entry. */
export function RowMenu({ row }: { row: ListedRecipient }) {
  const t = useText()
  const { edit, remove } = useActs()
  const items = [
    { id: 'edit', title: t('recipients.edit'), icon: Pencil, act: () => edit(row) },
    { id: 'copy-id', title: t('recipients.copyId'), icon: Copy, act: () => void copy(row.id).catch(showError) },
  ]
  const last = { id: 'remove', title: t('recipients.remove'), icon: Trash2, act: () => remove(row) }
  return (
    <MenuButton
      label={t('recipients.actionsOf', { number: numberText(row) })}
      groups={[{ items }, { items: [last] }]}
      className="relative z-1 inline-grid size-8 place-items-center rounded-md text-ink-2 hover:bg-fill hover:text-ink sm:size-7"
    >
      <Icon of={Ellipsis} />
    </MenuButton>
  )
}

import type { Export } from '@hongyan/contract/endpoints/messaging/exports'
import { ExportJobStatus } from '@hongyan/contract/vocabulary/job'
import { Ban, Copy, Ellipsis, FilePlus, Repeat, RotateCw, Trash2 } from 'lucide-react'
import { api } from '../../../api/api.ts'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { Icon } from '../../../ui/icon.tsx'
import { MenuButton } from '../../../ui/menu.tsx'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'
import { isOpen, reloadExports } from './queries.ts'
import { useActs } from './use-acts.ts'

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
  toast('ok', textNow('ui.copied'))
}

/** Carries out a change and shows its result in the list. */
const carryOut = (change: () => Promise<unknown>) => (): void =>
  void change()
    .catch(showError)
    .finally(() => void reloadExports())

/** Every action on an export. */
export function RowMenu({ row }: { row: Export }) {
  const t = useText()
  const acts = useActs()
  const { id, name, status, repeat } = row
  const params = { id }
  const cancel = {
    id: 'cancel',
    title: t('exports.cancel'),
    icon: Ban,
    act: carryOut(() => api.exports.cancel({ params })),
  }
  const retry = {
    id: 'retry',
    title: t('exports.retry'),
    icon: RotateCw,
    act: carryOut(() => api.exports.retry({ params })),
  }
  const stop = {
    id: 'stop',
    title: t('exports.stopRepeat'),
    icon: Repeat,
    act: carryOut(() => api.exports.update({ params, body: { repeat: 'none' } })),
  }
  const items = [
    ...(isOpen(row) ? [cancel] : []),
    ...(status === ExportJobStatus.Failed ? [retry] : []),
    { id: 'again', title: t('exports.again'), icon: FilePlus, act: () => acts.again(row) },
    ...(repeat === 'none' ? [] : [stop]),
    { id: 'copy-id', title: t('exports.copyId'), icon: Copy, act: () => void copy(id).catch(showError) },
  ]
  const remove = { id: 'remove', title: t('exports.remove'), icon: Trash2, act: () => acts.remove(row) }
  return (
    <MenuButton
      label={t('exports.actionsOf', { name })}
      groups={[{ items }, { items: [remove] }]}
      className="relative z-1 inline-grid size-8 place-items-center rounded-md text-ink-2 hover:bg-fill hover:text-ink sm:size-7"
    >
      <Icon of={Ellipsis} />
    </MenuButton>
  )
}

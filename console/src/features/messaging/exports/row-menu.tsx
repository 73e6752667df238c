import type { Export } from '@hongyan/contract/endpoints/messaging/exports'
import { ExportJobStatus } from '@hongyan/contract/vocabulary/job'
import { Ban, FilePlus, Repeat, RotateCw, Trash2 } from 'lucide-react'
import { api } from '../../../api/api.ts'
import { useText } from '../../../i18n/text.ts'
import { ActionsButton } from '../../../ui/actions-button.tsx'
import { recordItems } from '../../../ui/record-items.ts'
import { showError } from '../../../ui/show-error.ts'
import { isOpen, reloadExports } from './queries.ts'
import { useActs } from './use-acts.ts'

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
    ...recordItems({ kind: 'export', id }),
  ]
  const remove = { id: 'remove', title: t('exports.remove'), icon: Trash2, act: () => acts.remove(row) }
  return <ActionsButton label={t('ui.actionsOf', { name })} groups={[{ items }, { items: [remove] }]} />
}

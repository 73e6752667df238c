import type { Broadcast } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { useNavigate } from '@tanstack/react-router'
import { Ban, Copy, CopyPlus, Ellipsis, Eye, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { useMinute } from '../../../lib/use-minute.ts'
import { Icon } from '../../../ui/icon.tsx'
import { MenuButton } from '../../../ui/menu.tsx'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'
import { useActs } from './acts.ts'
import { canPause, canResume, canStart, canStop, isChangeable } from './course.ts'

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
  toast('ok', textNow('ui.copied'))
}

/** Every action on a broadcast of the list. */
export function RowMenu({ row }: { row: Broadcast }) {
  const t = useText()
  const acts = useActs()
  const navigate = useNavigate()
  const now = useMinute()
  const open = () => void navigate({ to: paths.broadcastOne, params: { id: row.id } })
  const changes = [
    { id: 'start', icon: Play, isOffered: canStart(row) },
    { id: 'pause', icon: Pause, isOffered: canPause(row) },
    { id: 'resume', icon: Play, isOffered: canResume(row) },
  ] as const
  const items = [
    { id: 'open', title: t('broadcasts.open'), icon: Eye, act: open },
    ...changes
      .filter(({ isOffered }) => isOffered)
      .map(({ id, icon }) => ({ id, title: t(`broadcasts.${id}`), icon, act: () => void acts.change(id, row) })),
    { id: 'edit', title: t('broadcasts.edit'), icon: Pencil, act: () => acts.ask('edit', row) },
    { id: 'duplicate', title: t('broadcasts.duplicate'), icon: CopyPlus, act: () => acts.duplicate(row) },
    { id: 'copy-id', title: t('broadcasts.copyId'), icon: Copy, act: () => void copy(row.id).catch(showError) },
  ]
  const ends = [
    ...(canStop(row, now)
      ? [{ id: 'stop', title: t('broadcasts.stop'), icon: Ban, act: () => acts.ask('stop', row) }]
      : []),
    ...(isChangeable(row, now)
      ? [{ id: 'remove', title: t('broadcasts.remove'), icon: Trash2, act: () => acts.ask('remove', row) }]
      : []),
  ]
  return (
    <MenuButton
      label={t('broadcasts.actionsOf', { name: row.name })}
      groups={ends.length === 0 ? [{ items }] : [{ items }, { items: ends }]}
      className="relative z-1 inline-grid size-8 place-items-center rounded-md text-ink-2 hover:bg-fill hover:text-ink sm:size-7"
    >
      <Icon of={Ellipsis} />
    </MenuButton>
  )
}

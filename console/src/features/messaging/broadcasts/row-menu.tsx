import type { Broadcast } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { useNavigate } from '@tanstack/react-router'
import { Ban, CopyPlus, Eye, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { useMinute } from '../../../lib/use-minute.ts'
import { ActionsButton } from '../../../ui/actions-button.tsx'
import { recordItems } from '../../../ui/record-items.ts'
import { useActs } from './acts.ts'
import { canPause, canResume, canStart, canStop, editTitle, isChangeable } from './course.ts'

/** Every action on a broadcast of the list. */
export function RowMenu({ row }: { row: Broadcast }) {
  const t = useText()
  const acts = useActs()
  const navigate = useNavigate()
  const now = useMinute()
  const open = () => void navigate({ to: paths.broadcastOne, params: { id: row.id } })
  const changes = [
    { id: 'start', icon: Play, unlessSuspended: true, isOffered: canStart(row) },
    { id: 'pause', icon: Pause, unlessSuspended: false, isOffered: canPause(row) },
    { id: 'resume', icon: Play, unlessSuspended: true, isOffered: canResume(row) },
  ] as const
  const items = [
    { id: 'open', title: t('broadcasts.open'), icon: Eye, act: open },
    ...changes
      .filter(({ isOffered }) => isOffered)
      .map(({ id, icon, unlessSuspended }) => ({
        id,
        icon,
        unlessSuspended,
        title: t(`broadcasts.${id}`),
        act: () => void acts.change(id, row),
      })),
    {
      id: 'edit',
      title: t(editTitle(row, now)),
      icon: Pencil,
      unlessSuspended: true,
      act: () => acts.ask('edit', row),
    },
    {
      id: 'duplicate',
      title: t('broadcasts.duplicate'),
      icon: CopyPlus,
      unlessSuspended: true,
      act: () => acts.duplicate(row),
    },
    ...recordItems({ kind: 'broadcast', id: row.id }),
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
    <ActionsButton
      label={t('ui.actionsOf', { name: row.name })}
      groups={ends.length === 0 ? [{ items }] : [{ items }, { items: ends }]}
    />
  )
}

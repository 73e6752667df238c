import type { Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import { Copy, Ellipsis, FlaskConical, Pause, Pencil, Play, ShieldCheck, Trash2 } from 'lucide-react'
import { useText } from '../../../../i18n/text.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { MenuButton } from '../../../../ui/menu.tsx'
import { showError } from '../../../../ui/show-error.ts'
import { isOwn } from '../labels.ts'
import { canPause, canResume, canTest, checkAgain, copyId, pause, resume, useActs, useSuspended } from './acts.ts'

/** Every action on a channel of the account's own. */
export function RowMenu({ row }: { row: Upstream }) {
  const t = useText()
  const { edit, test, remove } = useActs()
  const isSuspended = useSuspended()
  if (!isOwn(row)) return null
  const items = [
    { id: 'edit', title: t('upstreams.edit'), icon: Pencil, act: () => edit(row) },
    ...(canTest(row) && !isSuspended
      ? [{ id: 'test', title: t('upstreams.sendTest'), icon: FlaskConical, act: () => test(row) }]
      : []),
    ...(row.state === 'draft' && !isSuspended
      ? [{ id: 'check', title: t('upstreams.check'), icon: ShieldCheck, act: () => void checkAgain(row) }]
      : []),
    ...(canResume(row) && !isSuspended
      ? [{ id: 'resume', title: t('upstreams.activate'), icon: Play, act: () => void resume(row) }]
      : []),
    ...(canPause(row) ? [{ id: 'pause', title: t('upstreams.pause'), icon: Pause, act: () => void pause(row) }] : []),
    { id: 'copy-id', title: t('upstreams.copyId'), icon: Copy, act: () => void copyId(row).catch(showError) },
  ]
  const last = { id: 'remove', title: t('upstreams.remove'), icon: Trash2, act: () => remove(row) }
  return (
    <MenuButton
      label={t('upstreams.actionsOf', { name: row.name })}
      groups={[{ items }, { items: [last] }]}
      className="relative z-1 inline-grid size-8 place-items-center rounded-md text-ink-2 hover:bg-fill hover:text-ink sm:size-7"
    >
      <Icon of={Ellipsis} />
    </MenuButton>
  )
}

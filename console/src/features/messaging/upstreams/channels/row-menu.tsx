import type { Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import { FlaskConical, Pause, Pencil, Play, ShieldCheck, Trash2 } from 'lucide-react'
import { useText } from '../../../../i18n/text.ts'
import { isOwn } from '../labels.ts'
import { ActionsButton } from '../../../../ui/actions-button.tsx'
import { recordItems } from '../../../../ui/record-items.ts'
import { canPause, canResume, canTest, checkAgain, pause, resume, useActs } from './acts.ts'

/** Every action on a channel of the account's own. */
export function RowMenu({ row }: { row: Upstream }) {
  const t = useText()
  const { edit, test, remove } = useActs()
  if (!isOwn(row)) return null
  const items = [
    { id: 'edit', title: t('upstreams.edit'), icon: Pencil, act: () => edit(row) },
    ...(canTest(row)
      ? [
          {
            id: 'test',
            title: t('upstreams.sendTest'),
            icon: FlaskConical,
            unlessSuspended: true,
            act: () => test(row),
          },
        ]
      : []),
    ...(row.state === 'draft'
      ? [
          {
            id: 'check',
            title: t('upstreams.check'),
            icon: ShieldCheck,
            unlessSuspended: true,
            act: () => void checkAgain(row),
          },
        ]
      : []),
    ...(canResume(row)
      ? [
          {
            id: 'resume',
            title: t('upstreams.activate'),
            icon: Play,
            unlessSuspended: true,
            act: () => void resume(row),
          },
        ]
      : []),
    ...(canPause(row) ? [{ id: 'pause', title: t('upstreams.pause'), icon: Pause, act: () => void pause(row) }] : []),
    ...recordItems({ kind: 'upstream', id: row.id }),
  ]
  const last = { id: 'remove', title: t('upstreams.remove'), icon: Trash2, act: () => remove(row) }
  return <ActionsButton label={t('ui.actionsOf', { name: row.name })} groups={[{ items }, { items: [last] }]} />
}

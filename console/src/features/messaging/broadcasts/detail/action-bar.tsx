import type { BroadcastDetail } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { useNavigate } from '@tanstack/react-router'
import { CopyPlus, Download, Ellipsis, Pencil, RotateCw, Trash2 } from 'lucide-react'
import { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { useMinute } from '../../../../lib/use-minute.ts'
import { Button, buttonLooks } from '../../../../ui/button.tsx'
import { preloadAlert } from '../../../../ui/alert.tsx'
import { cx } from '../../../../ui/cx.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { MenuButton } from '../../../../ui/menu.tsx'
import { recordItems } from '../../../../ui/record-items.ts'
import { useBusy } from '../../../../ui/use-busy.ts'
import { type Change, useActs } from '../acts.ts'
import { canPause, canResume, canStart, canStop, editTitle, handedOver, isChangeable } from '../course.ts'
import { useExportSearch } from './export-search.ts'

interface ActionProps {
  broadcast: BroadcastDetail
}

const looks = {
  start: { busy: 'broadcasts.starting', tone: 'primary' },
  pause: { busy: 'broadcasts.pausing', tone: 'secondary' },
  resume: { busy: 'broadcasts.resuming', tone: 'primary' },
} as const

function ChangeButton({ broadcast, change }: ActionProps & { change: Change }) {
  const t = useText()
  const acts = useActs()
  const [busy, act] = useBusy(() => acts.change(change, broadcast))
  const { busy: busyLabel, tone } = looks[change]
  return (
    <Button tone={tone} unlessSuspended={change !== 'pause'} busy={busy} busyLabel={t(busyLabel)} onClick={act}>
      {t(`broadcasts.${change}`)}
    </Button>
  )
}

function MoreActions({ broadcast }: ActionProps) {
  const t = useText()
  const acts = useActs()
  const navigate = useNavigate()
  const now = useMinute()
  const search = useExportSearch(broadcast)
  const { id, name, counts, retryable } = broadcast
  const retry = {
    id: 'retry',
    title: t('broadcasts.retry', { count: retryable }),
    icon: RotateCw,
    unlessSuspended: true,
    act: () => void acts.retry(broadcast),
  }
  const download = {
    id: 'download',
    title: t('broadcasts.download'),
    icon: Download,
    act: () => void navigate({ to: paths.exports, search }),
  }
  const items = [
    {
      id: 'edit',
      title: t(editTitle(broadcast, now)),
      icon: Pencil,
      unlessSuspended: true,
      act: () => acts.ask('edit', broadcast),
    },
    ...(retryable > 0 ? [retry] : []),
    {
      id: 'duplicate',
      title: t('broadcasts.duplicate'),
      icon: CopyPlus,
      unlessSuspended: true,
      act: () => acts.duplicate(broadcast),
    },
    ...(handedOver(counts) > 0 ? [download] : []),
    ...recordItems({ kind: 'broadcast', id }),
  ]
  const remove = {
    id: 'remove',
    title: t('broadcasts.remove'),
    icon: Trash2,
    act: () => acts.ask('remove', broadcast),
  }
  return (
    <MenuButton
      label={t('ui.actionsOf', { name })}
      groups={isChangeable(broadcast, now) ? [{ items }, { items: [remove] }] : [{ items }]}
      className={cx(buttonLooks(), 'max-sm:flex-none! max-sm:w-11 sm:w-9 px-0!')}
    >
      <Icon of={Ellipsis} />
    </MenuButton>
  )
}

/** The actions that a broadcast allows now; the rest is behind a menu. */
export function ActionBar({ broadcast }: ActionProps) {
  const t = useText()
  const acts = useActs()
  const now = useMinute()
  return (
    <div className="flex gap-2 max-sm:*:flex-1">
      {canStop(broadcast, now) && (
        <Button onClick={() => acts.ask('stop', broadcast)} onPointerEnter={preloadAlert} onFocus={preloadAlert}>
          {t('broadcasts.stop')}
        </Button>
      )}
      {canPause(broadcast) && <ChangeButton broadcast={broadcast} change="pause" />}
      {canResume(broadcast) && <ChangeButton broadcast={broadcast} change="resume" />}
      {canStart(broadcast) && <ChangeButton broadcast={broadcast} change="start" />}
      <MoreActions broadcast={broadcast} />
    </div>
  )
}

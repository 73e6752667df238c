import type { Signature } from '@hongyan/contract/endpoints/messaging/signatures'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { AlarmClock, CopyPlus, Eye, FilePenLine, RotateCw, Star, Trash2, Undo2 } from 'lucide-react'
import { formatDate, useText } from '../../../i18n/text.ts'
import { useMinute } from '../../../lib/use-minute.ts'
import { ActionsButton } from '../../../ui/actions-button.tsx'
import type { MenuItem } from '../../../ui/menu-items.ts'
import { recordItems } from '../../../ui/record-items.ts'
import { canRefile } from '../../../ui/review/filing-chips.tsx'
import { isRejected, isWaiting } from '../../../ui/review/review-status.tsx'
import { shownName } from './labels.ts'
import { type Ask, useActs } from './use-acts.ts'

export const isUsable = ({ status }: Pick<Signature, 'status'>): boolean =>
  status === ReviewStatus.Approved || status === ReviewStatus.PreApproved

/** The title of urging, with the time from which on it is possible; null where it is not, or was done. */
export function useUrging({ urge_at: from }: Pick<Signature, 'urge_at'>) {
  const t = useText()
  const now = useMinute()
  if (from === null) return null
  const isEarly = new Date(from) > now
  const time = formatDate(from, { hour: '2-digit', minute: '2-digit' })
  return { isEarly, title: isEarly ? t('signatures.urgeFrom', { time }) : t('signatures.urge') }
}

/** The acts on a sender, behind a button of its row. */
export function RowMenu({ row, ask }: { row: Signature; ask: Ask }) {
  const t = useText()
  const acts = useActs()
  const urging = useUrging(row)
  const item = (shown: boolean, entry: MenuItem): readonly MenuItem[] => (shown ? [entry] : [])
  const items: readonly MenuItem[] = [
    { id: 'view', title: t('signatures.view'), icon: Eye, act: () => acts.open(row) },
    ...item(isRejected(row.status), {
      id: 'correct',
      title: t('signatures.correct'),
      icon: FilePenLine,
      unlessSuspended: true,
      act: () => acts.correct(row),
    }),
    ...item(urging !== null, {
      id: 'urge',
      title: urging?.title ?? '',
      icon: AlarmClock,
      disabled: urging?.isEarly ?? true,
      act: () => void acts.urge(row),
    }),
    ...row.filings.filter(canRefile).map(({ carrier }) => ({
      id: `refile-${carrier}`,
      title: t('signatures.refileAt', { carrier: t(`review.${carrier}`) }),
      icon: RotateCw,
      unlessSuspended: true,
      act: () => void acts.refile(row, carrier),
    })),
    ...item(isUsable(row) && !row.is_default, {
      id: 'default',
      title: t('signatures.makeDefault'),
      icon: Star,
      unlessSuspended: true,
      act: () => void acts.makeDefault(row),
    }),
    {
      id: 'duplicate',
      title: t('signatures.duplicate'),
      icon: CopyPlus,
      unlessSuspended: true,
      act: () => acts.duplicate(row),
    },
    ...recordItems({ kind: 'signature', id: row.id }),
  ]
  const ends: readonly MenuItem[] = [
    ...item(isWaiting(row.status), {
      id: 'withdraw',
      title: t('signatures.withdraw'),
      icon: Undo2,
      act: () => ask('withdraw', row),
    }),
    { id: 'delete', title: t('signatures.delete'), icon: Trash2, act: () => ask('remove', row) },
  ]
  return (
    <ActionsButton label={t('signatures.actsOf', { name: shownName(row) })} groups={[{ items }, { items: ends }]} />
  )
}

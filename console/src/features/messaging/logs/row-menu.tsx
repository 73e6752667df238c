import type { Message } from '@hongyan/contract/endpoints/messaging/messages'
import { Ban, Code, Eye, RotateCw, UserX } from 'lucide-react'
import { useText } from '../../../i18n/text.ts'
import { ActionsButton } from '../../../ui/actions-button.tsx'
import { recordItems } from '../../../ui/record-items.ts'
import { canCancel, isListable, isRepeatable, useActs } from './acts.ts'

/** Every action on a message. */
export function RowMenu({ row }: { row: Message }) {
  const t = useText()
  const acts = useActs()
  const items = [
    { id: 'view', title: t('logs.view'), icon: Eye, act: () => acts.view(row) },
    ...recordItems({ kind: 'message', id: row.id, code: row.reason?.code }),
  ]
  const repeats = [
    {
      id: 'resend',
      title: t('logs.resendAsk'),
      icon: RotateCw,
      unlessSuspended: true,
      act: () => acts.show('resend', row),
    },
    { id: 'snippet', title: t('logs.snippet'), icon: Code, act: () => acts.show('snippet', row) },
  ]
  const block = {
    id: 'block',
    title: t('logs.block'),
    icon: UserX,
    unlessSuspended: true,
    act: () => acts.show('block', row),
  }
  const end = { id: 'cancel', title: t('logs.cancel'), icon: Ban, act: () => acts.show('cancel', row) }
  return (
    <ActionsButton
      label={t('logs.actionsOf', { to: row.to })}
      groups={[
        { items: isRepeatable(row) ? [...items, ...repeats] : items },
        ...(isListable(row) ? [{ items: [block] }] : []),
        ...(canCancel(row) ? [{ items: [end] }] : []),
      ]}
    />
  )
}

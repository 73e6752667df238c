import type { Message } from '@hongyan/contract/endpoints/messaging/messages'
import { Ban, Code, Copy, Ellipsis, Eye, RotateCw, UserX } from 'lucide-react'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { Icon } from '../../../ui/icon.tsx'
import { MenuButton } from '../../../ui/menu.tsx'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'
import { canCancel, isListable, isRepeatable, useActs } from './acts.ts'

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
  toast('ok', textNow('ui.copied'))
}

/** Every action on a message. */
export function RowMenu({ row }: { row: Message }) {
  const t = useText()
  const acts = useActs()
  const items = [
    { id: 'view', title: t('logs.view'), icon: Eye, act: () => acts.view(row) },
    { id: 'copy-id', title: t('logs.copyId'), icon: Copy, act: () => void copy(row.id).catch(showError) },
  ]
  const repeats = [
    { id: 'resend', title: t('logs.resendAsk'), icon: RotateCw, act: () => acts.show('resend', row) },
    { id: 'snippet', title: t('logs.snippet'), icon: Code, act: () => acts.show('snippet', row) },
  ]
  const block = { id: 'block', title: t('logs.block'), icon: UserX, act: () => acts.show('block', row) }
  const end = { id: 'cancel', title: t('logs.cancel'), icon: Ban, act: () => acts.show('cancel', row) }
  return (
    <MenuButton
      label={t('logs.actionsOf', { to: row.to })}
      groups={[
        { items: isRepeatable(row) ? [...items, ...repeats] : items },
        ...(isListable(row) ? [{ items: [block] }] : []),
        ...(canCancel(row) ? [{ items: [end] }] : []),
      ]}
      className="relative z-1 inline-grid size-8 place-items-center rounded-md text-ink-2 hover:bg-fill hover:text-ink sm:size-7"
    >
      <Icon of={Ellipsis} />
    </MenuButton>
  )
}

import type { ReactNode } from 'react'
import type { TextId } from '../../../i18n/ids.ts'
import { useText } from '../../../i18n/text.ts'
import { ConfirmByName } from '../../../ui/confirm-by-name.tsx'
import { deleteAsk, doneText } from '../../../ui/record-texts.ts'
import { toast } from '../../../ui/toasts.ts'
import { reloadPhonebooks } from './queries.ts'

interface RemoveAlertProps {
  /** The noun of the record, and its name. */
  entity: TextId
  object: string
  /** The name that has to be typed; null where a click is enough. */
  name: string | null
  remove: () => Promise<unknown>
  onGone?: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks before a phonebook, a contact or a segment is deleted. */
export function RemoveAlert({ entity, object, name, remove, onGone, onClose, children }: RemoveAlertProps) {
  const t = useText()
  const confirmed = async (): Promise<void> => {
    await remove()
    onClose()
    toast('ok', doneText('deleted', entity))
    onGone?.()
    await reloadPhonebooks()
  }
  return (
    <ConfirmByName
      title={deleteAsk(entity, object)}
      name={name}
      nameLabel={t('phonebooks.typeName', { name: name ?? '' })}
      confirm={t('phonebooks.delete')}
      confirming={t('phonebooks.deleting')}
      onConfirm={confirmed}
      onClose={onClose}
    >
      {children}
    </ConfirmByName>
  )
}

import { DAY } from '@hongyan/contract/durations'
import type { Phonebook } from '@hongyan/contract/endpoints/messaging/phonebooks'
import { api } from '../../../api/api.ts'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { RemoveAlert } from './remove-alert.tsx'

/** A phonebook that was changed so recently is deleted by its name (screens S0). */
const RECENT = 30 * DAY

const needsName = ({ contacts, updated_at: at }: Phonebook): boolean =>
  contacts > 0 && Date.now() - Date.parse(at) < RECENT

interface RemovePhonebookProps {
  row: Phonebook
  onGone?: () => void
  onClose: () => void
}

export function RemovePhonebook({ row, onGone, onClose }: RemovePhonebookProps) {
  const t = useText()
  const { name, contacts } = row
  return (
    <RemoveAlert
      entity="phonebooks.entity"
      object={name}
      name={needsName(row) ? name : null}
      remove={() => api.phonebooks.remove({ params: { id: row.id } })}
      onClose={onClose}
      {...(onGone && { onGone })}
    >
      {contacts === 0
        ? t('phonebooks.deleteEmptyText')
        : t('phonebooks.deleteBookText', { count: contacts, number: formatNumber(contacts) })}
    </RemoveAlert>
  )
}

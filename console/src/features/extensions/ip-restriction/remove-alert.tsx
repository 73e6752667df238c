import { DAY } from '@hongyan/contract/durations'
import type { IpEntry, IpRestriction } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import { useState } from 'react'
import { useText } from '../../../i18n/text.ts'
import { ConfirmByName } from '../../../ui/confirm-by-name.tsx'
import { deleteAsk, doneText } from '../../../ui/record-texts.ts'
import { toast } from '../../../ui/toasts.ts'
import { useChange } from './change.tsx'
import { savedOf } from './queries.ts'

/** A deletion of what was used in so many days waits for its name (screens S0). */
const USED_DAYS = 30

interface RemoveAlertProps {
  rules: IpRestriction
  row: IpEntry
  onClose: () => void
}

/** Asks before an entry is deleted. */
export function RemoveAlert({ rules, row: { id, cidr, last_hit_at: at }, onClose }: RemoveAlertProps) {
  const t = useText()
  const change = useChange()
  const [now] = useState(Date.now)
  const isUsed = at !== null && Date.parse(at) > now - USED_DAYS * DAY
  const remove = async (): Promise<void> => {
    if (!(await change({ entries: rules.entries.filter((each) => each.id !== id).map(savedOf) }))) return
    toast('ok', doneText('deleted', 'ip-restriction.entity'))
    onClose()
  }
  return (
    <ConfirmByName
      title={deleteAsk('ip-restriction.entity', cidr)}
      name={isUsed ? cidr : null}
      nameLabel={t('ip-restriction.typeNetwork', { network: cidr })}
      confirm={t('ip-restriction.remove')}
      confirming={t('ip-restriction.removing')}
      onConfirm={remove}
      onClose={onClose}
    >
      {t('ip-restriction.removeText')}
    </ConfirmByName>
  )
}

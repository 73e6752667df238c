import { DAY } from '@hongyan/contract/durations'
import type { IpEntry, IpRestriction } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import { useState } from 'react'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useBusy } from '../../../ui/use-busy.ts'
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
  const [typed, setTyped] = useState('')
  const [now] = useState(Date.now)
  const isUsed = at !== null && Date.parse(at) > now - USED_DAYS * DAY
  const mayRemove = !isUsed || typed.trim() === cidr
  const [busy, remove] = useBusy(async () => {
    if (!(await change({ entries: rules.entries.filter((each) => each.id !== id).map(savedOf) }))) return
    toast('ok', textNow('ip-restriction.removed'))
    onClose()
  })
  const actions = (
    <>
      <Button autoFocus={!isUsed} onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button tone="danger" disabled={!mayRemove} busy={busy} busyLabel={t('ip-restriction.removing')} onClick={remove}>
        {t('ip-restriction.remove')}
      </Button>
    </>
  )
  return (
    <Alert title={t('ip-restriction.removeAsk', { network: cidr })} onClose={onClose} actions={actions}>
      {t('ip-restriction.removeText')}
      {isUsed && (
        <form
          className="mt-4 text-ink"
          onSubmit={(event) => {
            event.preventDefault()
            if (mayRemove && !busy) remove()
          }}
        >
          <TextField
            autoFocus
            label={t('ip-restriction.typeNetwork', { network: cidr })}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        </form>
      )}
    </Alert>
  )
}

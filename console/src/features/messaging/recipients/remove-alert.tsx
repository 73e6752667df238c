import type { ListedRecipient } from '@hongyan/contract/endpoints/messaging/recipients'
import { api } from '../../../api/api.ts'
import { useText } from '../../../i18n/text.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { deleteAsk, doneText } from '../../../ui/record-texts.ts'
import { toast } from '../../../ui/toasts.ts'
import { useBusy } from '../../../ui/use-busy.ts'
import { numberText } from './labels.ts'
import { reloadRecipients } from './queries.ts'

/** Asks before an entry is removed. An opt-out is removed with the person's consent alone. */
export function RemoveAlert({ row, onClose }: { row: ListedRecipient; onClose: () => void }) {
  const t = useText()
  const [busy, remove] = useBusy(async () => {
    await api.recipients.remove({ params: { id: row.id } })
    onClose()
    toast('ok', doneText('deleted', 'recipients.entity'))
    await reloadRecipients()
  })
  const isOptOut = row.reason === 'opt_out'
  const actions = (
    <>
      <Button autoFocus onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button tone="danger" busy={busy} busyLabel={t('recipients.removing')} onClick={remove}>
        {t(isOptOut ? 'recipients.removeOptOut' : 'recipients.remove')}
      </Button>
    </>
  )
  return (
    <Alert title={deleteAsk('recipients.entity', numberText(row))} onClose={onClose} actions={actions}>
      {t(isOptOut ? 'recipients.removeOptOutText' : 'recipients.removeText')}
    </Alert>
  )
}

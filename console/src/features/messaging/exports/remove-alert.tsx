import type { Export } from '@hongyan/contract/endpoints/messaging/exports'
import { api } from '../../../api/api.ts'
import { useText } from '../../../i18n/text.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { deleteAsk, doneText } from '../../../ui/record-texts.ts'
import { toast } from '../../../ui/toasts.ts'
import { useBusy } from '../../../ui/use-busy.ts'
import { reloadExports } from './queries.ts'

/** Asks before an export, its file and its repetition are deleted. */
export function RemoveAlert({ row: { id, name }, onClose }: { row: Export; onClose: () => void }) {
  const t = useText()
  const [busy, remove] = useBusy(async () => {
    await api.exports.remove({ params: { id } })
    onClose()
    toast('ok', doneText('deleted', 'exports.entity'))
    await reloadExports()
  })
  const actions = (
    <>
      <Button autoFocus onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button tone="danger" busy={busy} busyLabel={t('exports.removing')} onClick={remove}>
        {t('exports.remove')}
      </Button>
    </>
  )
  return (
    <Alert title={deleteAsk('exports.entity', name)} onClose={onClose} actions={actions}>
      {t('exports.removeText')}
    </Alert>
  )
}

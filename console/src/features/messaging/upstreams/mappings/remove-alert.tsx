import type { UpstreamMapping } from '@hongyan/contract/endpoints/messaging/upstreams'
import { api } from '../../../../api/api.ts'
import { useText } from '../../../../i18n/text.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { deleteAsk, doneText } from '../../../../ui/record-texts.ts'
import { toast } from '../../../../ui/toasts.ts'
import { useBusy } from '../../../../ui/use-busy.ts'
import { reloadMappings } from '../queries.ts'
import { localName } from './labels.ts'

interface RemoveAlertProps {
  row: UpstreamMapping
  channelName: string
  onClose: () => void
}

/** Asks before a mapping is deleted: without it the channel cannot carry the record's messages. */
export function RemoveAlert({ row, channelName, onClose }: RemoveAlertProps) {
  const t = useText()
  const { upstream, kind, local } = row
  const [busy, remove] = useBusy(async () => {
    await api.upstreamMappings.remove({ query: { upstream, kind, local } })
    onClose()
    toast('ok', doneText('deleted', 'upstreams.mappingEntity'))
    await reloadMappings()
  })
  const actions = (
    <>
      <Button autoFocus onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button tone="danger" busy={busy} busyLabel={t('upstreams.removing')} onClick={remove}>
        {t('upstreams.remove')}
      </Button>
    </>
  )
  return (
    <Alert title={deleteAsk('upstreams.mappingEntity', localName(row))} onClose={onClose} actions={actions}>
      {t('upstreams.removeMappingText', { channel: channelName })}
    </Alert>
  )
}

import type { UpstreamMapping } from '@hongyan/contract/endpoints/messaging/upstreams'
import { useText } from '../../../../i18n/text.ts'
import { Dialog, DialogBody } from '../../../../ui/dialog.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import { localName } from './labels.ts'
import { MapForm } from './map-form.tsx'
import { useVariables } from './variables.ts'

interface MapDialogProps {
  row: UpstreamMapping
  channelName: string
  onClose: () => void
}

/** Links a signature or template with the provider's ID of it, and orders its variables as the provider does. */
export default function MapDialog({ row, channelName, onClose }: MapDialogProps) {
  const t = useText()
  const names = useVariables(row)
  const title = t('upstreams.mapOf', { name: localName(row), channel: channelName })
  return (
    <Dialog title={title} open onClose={onClose} held="typed">
      {names === undefined ? (
        <DialogBody>
          <p role="status" className="flex items-center gap-2 text-ink-3">
            <Spinner />
            {t('ui.loading')}
          </p>
        </DialogBody>
      ) : (
        <MapForm row={row} names={names} onClose={onClose} />
      )}
    </Dialog>
  )
}

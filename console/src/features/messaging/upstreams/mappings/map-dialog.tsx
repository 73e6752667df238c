import type { UpstreamMapping } from '@hongyan/contract/endpoints/messaging/upstreams'
import { useText } from '../../../../i18n/text.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { localName } from './labels.ts'
import { MapForm } from './map-form.tsx'

interface MapDialogProps {
  row: UpstreamMapping
  channelName: string
  onClose: () => void
}

/** Links a signature or template with the provider's ID of it, and orders its variables as the provider does. */
export default function MapDialog({ row, channelName, onClose }: MapDialogProps) {
  const t = useText()
  const title = t('upstreams.mapOf', { name: localName(row), channel: channelName })
  return (
    <Dialog title={title} open onClose={onClose} held="typed">
      <MapForm row={row} onClose={onClose} />
    </Dialog>
  )
}

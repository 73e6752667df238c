import type { Upstream, UpstreamMapping } from '@hongyan/contract/endpoints/messaging/upstreams'
import type { UpstreamId } from '@hongyan/contract/ids'
import { publicTemplates } from '@hongyan/contract/senders/public-templates'
import { useState } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Select } from '../../../../ui/select.tsx'
import { MapForm } from './map-form.tsx'

interface PublicDialogProps {
  /** The channels whose provider needs mappings; at least one. */
  channels: readonly (Upstream & { readonly id: UpstreamId })[]
  onClose: () => void
}

/** Maps a public template, which the list shows once it is mapped. */
export default function PublicDialog({ channels, onClose }: PublicDialogProps) {
  const t = useText()
  const [upstream, setUpstream] = useState(channels[0]?.id ?? '')
  const [local, setLocal] = useState(publicTemplates[0]?.id ?? '')
  const channel = channels.find(({ id }) => id === upstream)
  const template = publicTemplates.find(({ id }) => id === local)
  const row: UpstreamMapping | undefined = channel && {
    upstream: channel.id,
    kind: 'template',
    local,
    name: template?.name ?? null,
    remote: null,
    variables: [],
    template_variables: template?.variables.map(({ name }) => name) ?? [],
    state: 'missing',
    updated_at: null,
  }
  return (
    <Dialog title={t('upstreams.mapPublic')} open onClose={onClose} held="typed">
      <div className="grid gap-4 px-4 pb-4 sm:px-6">
        <Select
          label={t('upstreams.channel')}
          options={channels.map(({ id, name }) => ({ value: id, title: name }))}
          value={upstream}
          onChange={setUpstream}
        />
        <Select
          label={t('upstreams.publicTemplate')}
          options={publicTemplates.map(({ id, name }) => ({ value: id, title: `${name} (${id})` }))}
          value={local}
          onChange={setLocal}
        />
      </div>
      {row && <MapForm key={local} row={row} onClose={onClose} />}
    </Dialog>
  )
}

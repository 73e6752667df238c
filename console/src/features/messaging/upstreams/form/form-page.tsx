import type { Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import { useState } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { Card } from '../../../../ui/card.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { isOwn } from '../labels.ts'
import { useAllChannels } from '../queries.ts'
import { NEW } from '../search.ts'
import { ChannelForm } from './channel-form.tsx'

interface FormPageProps {
  /** `new`, or the id of the channel that the form changes. */
  form: string
  onClose: (open?: string) => void
}

/** The form of a stored channel, which stays as it began while the list behind it is loaded again. */
function Editing({ beginning, onClose }: { beginning: Upstream } & Pick<FormPageProps, 'onClose'>) {
  const [start, setStart] = useState({ stored: beginning, count: 0 })
  return (
    <ChannelForm
      key={start.count}
      stored={start.stored}
      onClose={onClose}
      onTake={(stored) => setStart({ stored, count: start.count + 1 })}
    />
  )
}

function StoredForm({ form, onClose }: FormPageProps) {
  const t = useText()
  const { channels, error, retry } = useAllChannels()
  const stored = channels?.find((channel) => channel.id === form && isOwn(channel))
  if (stored) return <Editing beginning={stored} onClose={onClose} />
  if (channels === undefined && !error) return <Skeleton label={t('ui.loading')} />
  return (
    <Card>
      {error ? (
        <ErrorPanel title={t('upstreams.notLoaded')} error={error} onRetry={retry} />
      ) : (
        <EmptyState title={t('upstreams.gone')} text={t('upstreams.goneText')} />
      )}
    </Card>
  )
}

/** The page of a new channel, or of a change. */
export default function FormPage({ form, onClose }: FormPageProps) {
  const t = useText()
  const isNew = form === NEW
  return (
    <>
      <PageHeader
        title={t(isNew ? 'upstreams.newTitle' : 'upstreams.editTitle')}
        description={t('upstreams.formText')}
        crumbs={[{ title: t('upstreams.title'), path: paths.upstreams }]}
      />
      {isNew ? (
        <ChannelForm stored={null} onClose={onClose} onTake={() => undefined} />
      ) : (
        <StoredForm key={form} form={form} onClose={onClose} />
      )}
    </>
  )
}

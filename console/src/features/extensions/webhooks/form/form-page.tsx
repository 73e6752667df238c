import type { SmsDlr } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { useState } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { Card } from '../../../../ui/card.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { savedOf } from '../queries.ts'
import { NEW } from '../search.ts'
import { emptyEndpoint } from './draft.ts'
import { EndpointForm } from './endpoint-form.tsx'

interface FormPageProps {
  config: SmsDlr
  /** `new`, or the id of the endpoint that the form changes. */
  form: string
  /** The address that a new endpoint begins with. */
  url: string | undefined
  onClose: (open?: string) => void
}

/** The page of a new endpoint, or of a change. */
export default function FormPage({ config, form, url = '', onClose }: FormPageProps) {
  const t = useText()
  // The settings at the beginning stay while the list behind them is loaded again.
  const [start, setStart] = useState({ config, count: 0 })
  const stored = start.config.endpoints.find(({ id }) => id === form)
  const beginning = form === NEW ? emptyEndpoint(url) : stored && savedOf(stored)
  return (
    <>
      <PageHeader
        title={t(form === NEW ? 'webhooks.newTitle' : 'webhooks.editTitle')}
        description={t('webhooks.formText')}
        crumbs={[{ title: t('shell.extensions') }, { title: t('webhooks.title'), path: paths.receipts }]}
      />
      {beginning === undefined ? (
        <Card>
          <EmptyState title={t('webhooks.gone')} text={t('webhooks.goneText')} />
        </Card>
      ) : (
        <EndpointForm
          key={start.count}
          config={start.config}
          beginning={beginning}
          onClose={onClose}
          onTake={(current) => setStart({ config: current, count: start.count + 1 })}
        />
      )}
    </>
  )
}

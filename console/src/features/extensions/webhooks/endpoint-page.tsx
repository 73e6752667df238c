import type { SmsDlr, WebhookEndpoint } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { Link, useNavigate } from '@tanstack/react-router'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { buttonLooks } from '../../../ui/button.tsx'
import { withPart } from '../../../ui/list/address.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { DeliveriesTab } from './deliveries-tab.tsx'
import { DocsTab } from './docs-tab.tsx'
import { RowMenu } from './row-menu.tsx'
import type { WebhookSearch } from './search.ts'
import { SettingsTab } from './settings-tab.tsx'
import { Trouble } from './state.tsx'
import { TestTab } from './test-tab.tsx'

interface EndpointPageProps {
  config: SmsDlr
  endpoint: WebhookEndpoint
  search: WebhookSearch
  onRemove: (row: WebhookEndpoint) => void
}

/** One endpoint in full. */
export default function EndpointPage({ config, endpoint, search, onRemove }: EndpointPageProps) {
  const t = useText()
  const navigate = useNavigate({ from: paths.receipts })
  const { id, name, url } = endpoint
  return (
    <>
      <PageHeader
        title={name}
        description={<span className="font-mono text-sm wrap-anywhere">{url}</span>}
        crumbs={[{ title: t('shell.extensions') }, { title: t('webhooks.title'), path: paths.receipts }]}
        action={
          <span className="flex items-center gap-2">
            <Link to={paths.receipts} search={{ form: id }} className={`${buttonLooks()} max-sm:flex-1`}>
              {t('webhooks.edit')}
            </Link>
            <RowMenu row={endpoint} onRemove={onRemove} />
          </span>
        }
      />
      <Trouble row={endpoint} />
      <Tabs
        label={name}
        value={search.tab ?? 'settings'}
        onChange={(tab) =>
          void navigate({
            search: withPart<WebhookSearch, 'tab'>({ open: id }, 'tab', tab === 'settings' ? undefined : tab),
            resetScroll: false,
          })
        }
        tabs={[
          {
            value: 'settings',
            title: t('webhooks.settings'),
            view: <SettingsTab endpoint={endpoint} egress={config.egress} />,
          },
          {
            value: 'deliveries',
            title: t('webhooks.deliveries'),
            view: <DeliveriesTab endpoint={endpoint} search={search} />,
          },
          { value: 'test', title: t('webhooks.test'), view: <TestTab endpoint={endpoint} /> },
          { value: 'docs', title: t('webhooks.docs'), view: <DocsTab /> },
        ]}
      />
    </>
  )
}

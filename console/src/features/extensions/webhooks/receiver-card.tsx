import type { WebhookReceiver } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { Link } from '@tanstack/react-router'
import { api } from '../../../api/api.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, buttonLooks } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyableId } from '../../../ui/copy.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { useBusy } from '../../../ui/use-busy.ts'
import { Code, headerText } from './code.tsx'
import { keepReceiver, useReceiver } from './queries.ts'
import { NEW } from './search.ts'

function Requests({ requests }: Pick<WebhookReceiver, 'requests'>) {
  const t = useText()
  if (requests.length === 0) return <p className="mt-4 text-sm text-ink-3">{t('webhooks.noRequest')}</p>
  return (
    <ul aria-label={t('webhooks.requests')} className="mt-4 grid grid-cols-1 gap-2">
      {requests.map(({ id, at, headers, body }, index) => (
        <li key={id}>
          <details name="received" open={index === 0} className="rounded-md border border-line p-3">
            <summary className="cursor-pointer text-sm">
              <Moment at={at} seconds />
            </summary>
            <div className="mt-3 grid grid-cols-1 gap-4">
              <Code title={t('webhooks.receivedHeaders')} text={headerText(headers)} />
              <Code title={t('webhooks.receivedBody')} text={body} />
            </div>
          </details>
        </li>
      ))}
    </ul>
  )
}

/** A temporary address of ours that shows what it gets, for users without a server. */
export function ReceiverCard() {
  const t = useText()
  const receiver = useReceiver()
  const [opening, open] = useBusy(async () => keepReceiver(await api.smsDlr.openReceiver()))
  const [closing, close] = useBusy(async () => keepReceiver(await api.smsDlr.closeReceiver()))
  const url = receiver?.url ?? null
  return (
    <Card>
      <h2 className="font-semibold">{t('webhooks.receiver')}</h2>
      <p className="mt-1 mb-4 text-sm text-ink-3">{t('webhooks.receiverText')}</p>
      {url === null ? (
        <Button
          unlessSuspended
          busy={opening}
          busyLabel={t('webhooks.opening')}
          disabled={receiver === undefined}
          onClick={open}
        >
          {t('webhooks.openReceiver')}
        </Button>
      ) : (
        <>
          <span className="flex min-w-0">
            <CopyableId value={url} what={t('webhooks.url')} />
          </span>
          <div className="mt-3 flex flex-wrap gap-2">
            <Link to={paths.receipts} search={{ form: NEW, url }} className={buttonLooks('secondary', 'small')}>
              {t('webhooks.useAddress')}
            </Link>
            <Button size="small" busy={closing} onClick={close}>
              {t('webhooks.closeReceiver')}
            </Button>
          </div>
          <Requests requests={receiver?.requests ?? []} />
        </>
      )}
    </Card>
  )
}

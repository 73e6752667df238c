import {
  testEvents,
  type WebhookEndpoint,
  type WebhookReceiver,
  type WebhookTest,
} from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, buttonLooks } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyableId } from '../../../ui/copy.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Select } from '../../../ui/select.tsx'
import { Status } from '../../../ui/status.tsx'
import { useBusy } from '../../../ui/use-busy.ts'
import { Code, headerText } from './code.tsx'
import { answerOf, latencyText } from './labels.ts'
import { keepReceiver, useReceiver } from './queries.ts'
import { NEW } from './search.ts'

type TestEvent = (typeof testEvents)[number]
const options = testEvents.map((value) => ({ value, title: value }))

function Result({ result }: { result: WebhookTest }) {
  const t = useText()
  const isOk = result.failure === null
  return (
    <div className="mt-4 grid grid-cols-1 gap-4">
      <p role="status" className="flex flex-wrap items-center gap-x-3 text-sm">
        <Status tone={isOk ? 'ok' : 'bad'}>{t(isOk ? 'webhooks.testOk' : 'webhooks.testFailed')}</Status>
        <span className="text-ink-2">
          {answerOf(result)} · {latencyText(result.latency_ms)}
        </span>
      </p>
      <Code title={t('webhooks.requestBody')} text={result.request_body} />
      {result.response_body !== null && <Code title={t('webhooks.responseBody')} text={result.response_body} />}
    </div>
  )
}

function Sender({ endpoint: { id } }: { endpoint: WebhookEndpoint }) {
  const t = useText()
  const [type, setType] = useState<TestEvent>(testEvents[0])
  const [result, setResult] = useState<WebhookTest | null>(null)
  const [busy, send] = useBusy(async () => {
    setResult(null)
    setResult(await api.smsDlr.test({ params: { eid: id }, body: { type } }))
  })
  return (
    <Card>
      <h2 className="font-semibold">{t('webhooks.sendTest')}</h2>
      <p className="mt-1 mb-4 text-sm text-ink-3">{t('webhooks.sendTestText')}</p>
      <div className="flex flex-wrap items-end gap-2">
        <Select
          label={t('webhooks.event')}
          options={options}
          value={type}
          onChange={setType}
          className="min-w-60 flex-1"
        />
        <Button tone="primary" busy={busy} busyLabel={t('webhooks.sending')} onClick={send}>
          {t('webhooks.send')}
        </Button>
      </div>
      {result !== null && <Result result={result} />}
    </Card>
  )
}

function Requests({ requests }: Pick<WebhookReceiver, 'requests'>) {
  const t = useText()
  if (requests.length === 0) return <p className="mt-4 text-sm text-ink-3">{t('webhooks.noRequest')}</p>
  return (
    <ul aria-label={t('webhooks.requests')} className="mt-4 grid grid-cols-1 gap-2">
      {requests.map(({ id, at, headers, body }, index) => (
        <li key={id}>
          <details open={index === 0} className="rounded-md border border-line p-3">
            <summary className="cursor-pointer text-sm">
              <Moment at={at} seconds />
            </summary>
            <div className="mt-3 grid grid-cols-1 gap-4">
              <Code title={t('webhooks.requestHeaders')} text={headerText(headers)} />
              <Code title={t('webhooks.requestBody')} text={body} />
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
        <Button busy={opening} busyLabel={t('webhooks.opening')} disabled={receiver === undefined} onClick={open}>
          {t('webhooks.openReceiver')}
        </Button>
      ) : (
        <>
          <CopyableId value={url} what={t('webhooks.url')} />
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

export const TestTab = ({ endpoint }: { endpoint: WebhookEndpoint }) => (
  <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
    <Sender endpoint={endpoint} />
    <ReceiverCard />
  </div>
)

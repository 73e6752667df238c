import { testEvents, type WebhookEndpoint, type WebhookTest } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Select } from '../../../ui/select.tsx'
import { Status } from '../../../ui/status.tsx'
import { useBusy } from '../../../ui/use-busy.ts'
import { Code } from './code.tsx'
import { answerOf, latencyText } from './labels.ts'
import { ReceiverCard } from './receiver-card.tsx'

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
        <Button tone="primary" unlessSuspended busy={busy} busyLabel={t('webhooks.sending')} onClick={send}>
          {t('webhooks.send')}
        </Button>
      </div>
      {result !== null && <Result result={result} />}
    </Card>
  )
}

export const TestTab = ({ endpoint }: { endpoint: WebhookEndpoint }) => (
  <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
    <Sender endpoint={endpoint} />
    <ReceiverCard />
  </div>
)

import type { WebhookEndpoint } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { type ReactNode, useState } from 'react'
import { useCountryName } from '../../../api/regions.ts'
import { api } from '../../../api/api.ts'
import { formatNumber, t as textNow, useText } from '../../../i18n/text.ts'
import { Alert, preloadAlert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyableId, CopyButton } from '../../../ui/copy.tsx'
import { DetailRow } from '../../../ui/detail-row.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useBusy } from '../../../ui/use-busy.ts'
import { groupTitles, messagesTitles, sceneTitles, scheduleTitles } from './labels.ts'
import { reloadWebhooks } from './queries.ts'
import { StateMark } from './state.tsx'

const DOTS = '••••••••••••'

interface PartProps {
  endpoint: WebhookEndpoint
}

function RotateAlert({
  endpoint: { id },
  onDone,
  onClose,
}: PartProps & { onDone: (secret: string) => void; onClose: () => void }) {
  const t = useText()
  const [busy, rotate] = useBusy(async () => {
    const { secret } = await api.smsDlr.rotate({ params: { eid: id } })
    onDone(secret)
    toast('ok', textNow('webhooks.rotated'))
    await reloadWebhooks()
  })
  const actions = (
    <>
      <Button autoFocus onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button tone="primary" busy={busy} busyLabel={t('webhooks.rotating')} onClick={rotate}>
        {t('webhooks.rotate')}
      </Button>
    </>
  )
  return (
    <Alert title={t('webhooks.rotateAsk')} onClose={onClose} actions={actions}>
      {t('webhooks.rotateText')}
    </Alert>
  )
}

/** The secret that signs requests. It is fetched once it is revealed. */
function Secret({ endpoint }: PartProps) {
  const t = useText()
  const [secret, setSecret] = useState<string | null>(null)
  const [isRotating, setRotating] = useState(false)
  const [busy, reveal] = useBusy(async () =>
    setSecret((await api.smsDlr.secret({ params: { eid: endpoint.id } })).secret),
  )
  return (
    <Card>
      <h2 className="font-semibold">{t('webhooks.secret')}</h2>
      <p className="mt-1 text-sm text-ink-3">{t(endpoint.signed ? 'webhooks.secretText' : 'webhooks.unsignedText')}</p>
      <div className="mt-4 flex min-h-8 items-center gap-1">
        <code className="min-w-0 font-mono text-xs break-all">{secret ?? DOTS}</code>
        {secret !== null && <CopyButton text={secret} what={t('webhooks.secret')} />}
      </div>
      {endpoint.old_secret_until !== null && (
        <p className="text-sm text-ink-2">
          {t('webhooks.oldSecret')} <Moment at={endpoint.old_secret_until} whole />
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {secret === null ? (
          <Button size="small" busy={busy} busyLabel={t('ui.loading')} onClick={reveal}>
            {t('webhooks.reveal')}
          </Button>
        ) : (
          <Button size="small" onClick={() => setSecret(null)}>
            {t('webhooks.hide')}
          </Button>
        )}
        <Button
          size="small"
          unlessSuspended
          onPointerEnter={preloadAlert}
          onFocus={preloadAlert}
          onClick={() => setRotating(true)}
        >
          {t('webhooks.rotate')}
        </Button>
      </div>
      {isRotating && (
        <RotateAlert
          endpoint={endpoint}
          onDone={(made) => {
            setSecret(made)
            setRotating(false)
          }}
          onClose={() => setRotating(false)}
        />
      )}
    </Card>
  )
}

const Lines = ({ children }: { children: ReactNode }) => (
  <span className="flex flex-wrap gap-x-3 gap-y-1">{children}</span>
)

/** A list of words, or that nothing is left out. */
function Chosen({ words }: { words: readonly string[] }) {
  const t = useText()
  return words.length === 0 ? (
    <span className="text-ink-3">{t('webhooks.all')}</span>
  ) : (
    <Lines>
      {words.map((word) => (
        <span key={word}>{word}</span>
      ))}
    </Lines>
  )
}

function Summary({ endpoint }: PartProps) {
  const t = useText()
  const countryName = useCountryName()
  const { envelope, format, messages, groups, scenes, countries, batch, schedule, tries, rate, headers } = endpoint
  return (
    <dl className="text-sm">
      <DetailRow title="webhooks.state">
        <StateMark row={endpoint} />
      </DetailRow>
      <DetailRow title="webhooks.id">
        <span className="flex min-w-0">
          <CopyableId value={endpoint.id} what={t('webhooks.id')} />
        </span>
      </DetailRow>
      <DetailRow title="webhooks.events">
        <Lines>
          <span>{t(messagesTitles[messages])}</span>
          {groups.map((group) => (
            <span key={group}>{t(groupTitles[group])}</span>
          ))}
        </Lines>
      </DetailRow>
      <DetailRow title="webhooks.scenes">
        <Chosen words={scenes.map((scene) => t(sceneTitles[scene]))} />
      </DetailRow>
      <DetailRow title="webhooks.countries">
        <Chosen words={countries.map(countryName)} />
      </DetailRow>
      <DetailRow title="webhooks.body">
        {t(`webhooks.${envelope}`)} · {t(`webhooks.${format}`)} · {t('webhooks.batchCount', { count: batch })}
      </DetailRow>
      <DetailRow title="webhooks.delivery">
        {t(scheduleTitles[schedule])} · {t('webhooks.triesCount', { count: tries })}
        {rate !== null && ` · ${t('webhooks.rateCount', { number: formatNumber(rate) })}`}
      </DetailRow>
      {endpoint.failover_url !== null && (
        <DetailRow title="webhooks.failover">
          <span className="font-mono text-xs wrap-anywhere">{endpoint.failover_url}</span>
        </DetailRow>
      )}
      {headers.length > 0 && (
        <DetailRow title="webhooks.headers">
          <span className="font-mono text-xs wrap-anywhere">{headers.map(({ name }) => name).join(', ')}</span>
        </DetailRow>
      )}
    </dl>
  )
}

export function SettingsTab({ endpoint, egress }: PartProps & { egress: readonly string[] }) {
  const t = useText()
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <Card>
        <h2 className="mb-2 font-semibold">{t('webhooks.summary')}</h2>
        <Summary endpoint={endpoint} />
      </Card>
      <div className="grid gap-6">
        <Secret endpoint={endpoint} />
        {egress.length > 0 && (
          <Card>
            <h2 className="font-semibold">{t('webhooks.egress')}</h2>
            <p className="mt-1 text-sm text-ink-3">{t('webhooks.egressText')}</p>
            <ul className="mt-3 grid gap-1">
              {egress.map((address) => (
                <li key={address}>
                  <CopyableId value={address} what={address} />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
    </div>
  )
}

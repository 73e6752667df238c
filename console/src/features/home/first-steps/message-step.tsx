import type { Credential } from '@hongyan/contract/endpoints/messaging/credentials'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { queryClient } from '../../../api/query-client.ts'
import { useText } from '../../../i18n/text.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, buttonLooks } from '../../../ui/button.tsx'
import { MaskedSecret } from '../../../ui/masked-secret.tsx'
import { Note } from '../../../ui/note.tsx'
import { showError } from '../../../ui/show-error.ts'
import { Status } from '../../../ui/status.tsx'
import { Snippet } from '../../../ui/snippet.tsx'
import { progressQuery } from '../progress.ts'
import { canSign, sendTest } from './send-test.ts'
import { curlSnippet, nodeSnippet, SECRET } from './snippets.ts'
import { Step } from './step.tsx'
import { type Delivery, isFunded, maySendText, testRecipient, type StepState } from './steps.ts'
import { TopUpLink } from './top-up-step.tsx'

interface SendButtonProps {
  credential: Credential | null
  to: string
  /** Receives the refusal for an insufficient balance, and its end. */
  onUnpaid: (message: string) => void
}

function SendButton({ credential, to, onUnpaid }: SendButtonProps) {
  const t = useText()
  const [sending, setSending] = useState(false)

  function fail(error: unknown) {
    if (error instanceof ApiError && error.code === 'insufficient_funds') onUnpaid(error.message)
    else showError(error)
  }
  async function send(of: Credential) {
    setSending(true)
    onUnpaid('')
    try {
      await sendTest({ ...of, to })
      await queryClient.invalidateQueries(progressQuery)
    } catch (error) {
      fail(error)
    } finally {
      setSending(false)
    }
  }

  return (
    <Button
      tone="primary"
      size="small"
      unlessSuspended
      busy={sending}
      busyLabel={t('first-steps.sending')}
      disabled={!credential}
      onClick={() => credential && void send(credential)}
    >
      {t('first-steps.send')}
    </Button>
  )
}

/** The balance is too small: the refusal and a link to top up. */
function Unpaid({ message }: { message: string }) {
  const t = useText()
  return (
    <div className="mb-4">
      <Note tone="bad" announced>
        {message}{' '}
        <Link to={paths.topUp} className="text-link whitespace-nowrap">
          {t('shell.topUp')}
        </Link>
      </Note>
    </div>
  )
}

function SendByCode({ credential, to }: { credential: Credential | null; to: string }) {
  const t = useText()
  const of = { origin: location.origin, key: credential?.key ?? '…', to }
  return (
    <div className="grid gap-3 [&_pre]:bg-raised">
      <Snippet
        label={t('first-steps.sent')}
        tabs={[
          { title: 'Node.js', code: nodeSnippet(of) },
          { title: 'cURL', code: curlSnippet(of) },
        ]}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-xs text-ink-3">
        <p>{t('first-steps.run')}</p>
        <p className="flex min-h-6 min-w-0 flex-wrap items-center gap-x-2">
          <span className="font-mono">{SECRET}</span>
          {credential && <MaskedSecret value={credential.secret} what={t('first-steps.secret')} />}
        </p>
      </div>
    </div>
  )
}

interface MessageStepProps {
  number: number
  state: StepState
  title: string
  credential: Credential | null
  delivery: Delivery
}

export const deliveryTitles = {
  waiting: 'first-steps.waiting',
  delivered: 'first-steps.delivered',
  failed: 'first-steps.failed',
} as const
const tones = { waiting: 'open', delivered: 'ok', failed: 'bad' } as const

/** The state of the first message, with the inbox that shows it in sandbox mode. */
function DeliveryStatus({ delivery }: { delivery: NonNullable<Delivery> }) {
  const t = useText()
  const { sandbox } = useAccount()
  return (
    <span className="flex items-center gap-4">
      <Status tone={tones[delivery]}>{t(deliveryTitles[delivery])}</Status>
      {delivery === 'delivered' && sandbox && (
        <a href={paths.inbox} target="_blank" rel="noopener" className={buttonLooks('secondary', 'small')}>
          {t('first-steps.inbox')}
        </a>
      )}
    </span>
  )
}

/** Leads to the verification of a phone: a new account sends to its own numbers only. */
function PhoneLink() {
  const t = useText()
  return (
    <Link to={paths.settings} search={{ tab: 'security' }} className={buttonLooks('primary', 'small')}>
      {t('first-steps.verifyPhone')}
    </Link>
  )
}

function NotDelivered() {
  const t = useText()
  return (
    <div className="mb-4">
      <Note tone="bad">{t('first-steps.failedText')}</Note>
    </div>
  )
}

/** Leads to what an account that may send no free text needs: an approved sender ID and an approved template. */
function TemplateStep({ delivery, ...step }: MessageStepProps) {
  const t = useText()
  const aside = (
    <span className="flex gap-2">
      <Link to={paths.signatures} className={buttonLooks('secondary', 'small')}>
        {t('shell.signatures')}
      </Link>
      <Link to={paths.templates} className={buttonLooks(step.state === 'current' ? 'primary' : 'secondary', 'small')}>
        {t('shell.templates')}
      </Link>
    </span>
  )
  return (
    <Step {...step} text={t('first-steps.mainland')} aside={aside}>
      {delivery === 'failed' ? <NotDelivered /> : undefined}
    </Step>
  )
}

/** Sends a first message: at a click, or by a snippet that is ready to run. */
function SendStep({ credential, delivery, ...step }: MessageStepProps) {
  const t = useText()
  const account = useAccount()
  const [unpaid, setUnpaid] = useState('')
  const to = testRecipient(account)
  const text =
    to === null
      ? t('first-steps.noPhone')
      : t(account.phone === null ? 'first-steps.toSandbox' : 'first-steps.toOwn', { to })
  return (
    <Step
      {...step}
      text={text}
      aside={
        to === null ? (
          <PhoneLink />
        ) : canSign() ? (
          <SendButton credential={credential} to={to} onUnpaid={setUnpaid} />
        ) : undefined
      }
    >
      {unpaid !== '' && <Unpaid message={unpaid} />}
      {delivery === 'failed' && <NotDelivered />}
      <SendByCode credential={credential} to={to ?? 'YOUR_NUMBER'} />
    </Step>
  )
}

/** The first message, or what is missing for it: the steps above, and a balance. */
export function MessageStep({ credential, delivery, ...step }: MessageStepProps) {
  const t = useText()
  const account = useAccount()
  const funded = isFunded(account)
  if (delivery === 'delivered' || delivery === 'waiting') {
    const text = t(delivery === 'delivered' ? 'first-steps.deliveredText' : 'first-steps.followed')
    return <Step {...step} text={text} aside={<DeliveryStatus delivery={delivery} />} />
  }
  if (step.state === 'done' || (funded && step.state === 'later'))
    return <Step {...step} text={t('first-steps.sentText')} />
  const Send = maySendText(account) ? SendStep : TemplateStep
  if (funded) return <Send {...step} credential={credential} delivery={delivery} />
  const aside = step.state === 'current' ? <TopUpLink next /> : undefined
  return <Step {...step} text={t('first-steps.unfunded')} aside={aside} />
}

import type { Credential } from '@hongyan/contract/endpoints/credentials'
import { useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { queryClient } from '../../../api/query-client.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { MaskedSecret } from '../../../ui/masked-secret.tsx'
import { Note } from '../../../ui/note.tsx'
import { showError } from '../../../ui/show-error.ts'
import { Snippet } from '../../../ui/snippet.tsx'
import { toast } from '../../../ui/toasts.ts'
import { progressQuery } from '../progress.ts'
import { canSign, sendTest } from './send-test.ts'
import { curlSnippet, nodeSnippet, SECRET } from './snippets.ts'
import { Step } from './step.tsx'
import { maySendText, testRecipient, type StepState } from './steps.ts'

function SendButton({ credential, to }: { credential: Credential | null; to: string }) {
  const t = useText()
  const [sending, setSending] = useState(false)

  async function send(of: Credential) {
    setSending(true)
    try {
      await sendTest({ ...of, to })
      toast('ok', t('first-steps.onItsWay'), t('first-steps.onItsWayText', { to }))
      await queryClient.invalidateQueries(progressQuery)
    } catch (error) {
      showError(error)
    } finally {
      setSending(false)
    }
  }

  return (
    <Button
      tone="primary"
      size="small"
      busy={sending}
      busyLabel={t('first-steps.sending')}
      onClick={() => credential && void send(credential)}
    >
      {t('first-steps.send')}
    </Button>
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
}

/** A first message: at a click, or by code that is ready to run. */
export function MessageStep({ credential, ...step }: MessageStepProps) {
  const t = useText()
  const account = useAccount()
  const to = testRecipient(account)
  if (step.state !== 'current') return <Step {...step} text={t('first-steps.sentText')} />
  const text = t(account.phone === null ? 'first-steps.toSandbox' : 'first-steps.toOwn', { to: to ?? '' })
  return (
    <Step
      {...step}
      text={to === null ? t('first-steps.toSomebody') : text}
      aside={
        to !== null && maySendText(account) && canSign() ? <SendButton credential={credential} to={to} /> : undefined
      }
    >
      {maySendText(account) ? (
        <SendByCode credential={credential} to={to ?? 'YOUR_NUMBER'} />
      ) : (
        <Note>{t('first-steps.mainland')}</Note>
      )}
    </Step>
  )
}

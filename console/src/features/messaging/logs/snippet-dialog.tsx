import type { Credential } from '@hongyan/contract/endpoints/messaging/credentials'
import type { Message, MessageDetail } from '@hongyan/contract/endpoints/messaging/messages'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { Eye } from 'lucide-react'
import { useOwnKey } from '../../../api/own-key.ts'
import { useState } from 'react'
import { useText } from '../../../i18n/text.ts'
import { languages } from '../../../lib/samples/languages.ts'
import { sendProgram } from '../../../lib/samples/program.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogBody } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Snippet, type SnippetTab } from '../../../ui/snippet.tsx'
import { useBusy } from '../../../ui/use-busy.ts'
import { reveal, useMessage } from './queries.ts'
import { requestBody } from './request-body.ts'

/** Stands in the program until the owner asks for the whole number. */
const PLACEHOLDER = 'RECIPIENT'

interface SnippetsProps {
  message: MessageDetail
  /** The credential of the program; null for an account without one. */
  own: Credential | null
}

function Snippets({ message, own }: SnippetsProps) {
  const t = useText()
  const [to, setTo] = useState(PLACEHOLDER)
  const [busy, show] = useBusy(async () => setTo((await reveal(message.id)).recipient))
  const mode = own?.mode ?? AuthMode.Hmac
  const body = requestBody(message, to)
  const settings = [
    `export ENDPOINT='${location.origin}'`,
    `export KEY='${own?.key ?? 'YOUR_ACCESS_KEY_ID'}'`,
    ...(mode === AuthMode.Hmac ? ["export SECRET='YOUR_ACCESS_KEY_SECRET'"] : []),
  ].join('\n')
  const tab = ({ id, title }: (typeof languages)[number]): SnippetTab => ({
    title,
    code: sendProgram(id, mode, body),
  })
  const [first, ...others] = languages
  return (
    <>
      <Snippet label={t('logs.snippetSettings')} tabs={[{ title: t('logs.snippetSettings'), code: settings }]} />
      <Snippet label={t('logs.snippet')} tabs={[tab(first), ...others.map(tab)]} />
      {to === PLACEHOLDER && (
        <div className="flex flex-wrap items-center justify-between gap-3 text-xs text-ink-3">
          <p className="min-w-0 flex-1 basis-60">{t('logs.snippetText', { placeholder: PLACEHOLDER })}</p>
          <Button size="small" icon={Eye} busy={busy} onClick={show}>
            {t('logs.reveal')}
          </Button>
        </div>
      )}
    </>
  )
}

/** The request to the send API that sends this message again, as a program. It shows no secret and no code. */
export default function SnippetDialog({ message: { id }, onClose }: { message: Message; onClose: () => void }) {
  const t = useText()
  const own = useOwnKey()
  const { whole, error, retry } = useMessage(id)
  return (
    <Dialog title={t('logs.snippetTitle')} open onClose={onClose} wide>
      <DialogBody>
        {whole === null && <EmptyState title={t('logs.gone')} text={t('logs.goneText')} />}
        {whole && own !== undefined && <Snippets message={whole.message} own={own} />}
        {whole !== null && !error && (whole === undefined || own === undefined) && <Skeleton label={t('ui.loading')} />}
        {Boolean(error) && <ErrorPanel title={t('logs.oneFailed')} error={error} onRetry={retry} />}
      </DialogBody>
    </Dialog>
  )
}

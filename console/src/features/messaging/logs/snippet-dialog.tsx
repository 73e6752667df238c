import type { Message } from '@hongyan/contract/endpoints/messaging/messages'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { Eye } from 'lucide-react'
import { useOwnKey } from '../../../api/own-key.ts'
import { useState } from 'react'
import { useText } from '../../../i18n/text.ts'
import { languages } from '../../../lib/samples/languages.ts'
import { sendProgram } from '../../../lib/samples/program.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogBody } from '../../../ui/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Snippet, type SnippetTab } from '../../../ui/snippet.tsx'
import { useBusy } from '../../../ui/use-busy.ts'
import { reveal } from './queries.ts'

/** Stands in the program until the owner asks for the whole number. */
const PLACEHOLDER = 'RECIPIENT'

/** The request to the send API that sends this message again, as a program. It shows no secret and no code. */
export default function SnippetDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const t = useText()
  const own = useOwnKey()
  const { text, sender, client_ref: ref } = message
  const [to, setTo] = useState(PLACEHOLDER)
  const [busy, show] = useBusy(async () => setTo((await reveal(message.id)).recipient))
  const mode = own?.mode ?? AuthMode.Hmac
  const body = {
    to,
    text: text ?? '',
    ...(sender !== null && { signature: sender }),
    ...(ref !== null && { clientRef: ref }),
  }
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
    <Dialog title={t('logs.snippetTitle')} open onClose={onClose} wide>
      <DialogBody>
        {own === undefined ? (
          <Skeleton label={t('ui.loading')} />
        ) : (
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
        )}
      </DialogBody>
    </Dialog>
  )
}

import type { Credential } from '@hongyan/contract/endpoints/messaging/credentials'
import { AuthMode, CredentialType } from '@hongyan/contract/vocabulary/credential'
import { useAccount } from '../../../api/account.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, buttonLooks } from '../../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { Note } from '../../../ui/note.tsx'
import { KeyField } from './key-field.tsx'
import { OpenKeyNote } from './open-key-note.tsx'
import { SendSnippet } from './send-snippet.tsx'
import { SmppBind } from './smpp-bind.tsx'

/** The new key and its secret, ready to copy, and a snippet for a first message. */
export function Created({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const t = useText()
  const { sandbox } = useAccount()
  const sends = credential.type !== CredentialType.Smpp
  return (
    <>
      <DialogBody>
        <KeyField label={t('credentials.key')} value={credential.key} />
        <KeyField label={t('credentials.secret')} value={credential.secret} hint={t('credentials.secretHint')} />
        {sends ? (
          <>
            {credential.mode === AuthMode.Simple && <OpenKeyNote id={credential.id} />}
            <SendSnippet modes={[credential.mode]} credential={credential} hint={t('credentials.runHint')} />
          </>
        ) : (
          <>
            <SmppBind credential={credential} />
            <Note>{t('credentials.smppText')}</Note>
          </>
        )}
      </DialogBody>
      <DialogFoot>
        {sends && sandbox && (
          <a href={paths.inbox} target="_blank" rel="noopener" className={buttonLooks()}>
            {t('credentials.inbox')}
          </a>
        )}
        <Button tone="primary" onClick={onClose}>
          {t('credentials.done')}
        </Button>
      </DialogFoot>
    </>
  )
}

import type { Credential } from '@hongyan/contract/endpoints/messaging/credentials'
import { AuthMode, CredentialType } from '@hongyan/contract/vocabulary/credential'
import type { MessageScene } from '@hongyan/contract/vocabulary/message'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useText } from '../../../i18n/text.ts'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { Note } from '../../../ui/note.tsx'
import { doneText } from '../../../ui/record-texts.ts'
import { showError } from '../../../ui/show-error.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toasts.ts'
import { KeyField } from './key-field.tsx'
import { ModeChoice } from './mode-choice.tsx'
import { modeLabels, otherMode } from './modes.ts'
import { OpenKeyNote } from './open-key-note.tsx'
import { reloadCredentials } from './queries.ts'
import { SceneChoice } from './scene-choice.tsx'
import { SmppBind } from './smpp-bind.tsx'
import { SwitchWarning } from './switch-warning.tsx'

function EditForm({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const t = useText()
  const { id, key } = credential
  const [mode, setMode] = useState<AuthMode>(credential.mode)
  const [scene, setScene] = useState<MessageScene>(credential.scene)
  const changed = mode !== credential.mode
  const isOther = scene !== credential.scene
  const isOpen = mode === AuthMode.Simple && credential.type !== CredentialType.Smpp

  async function submit() {
    await api.credentials.update({ params: { id }, body: { id, key, mode, scene } })
    toast('ok', doneText('updated', 'credentials.entity'))
    onClose()
    void reloadCredentials()
  }

  return (
    <Form submit={submit} onError={showError}>
      <DialogBody>
        <KeyField label={t('credentials.key')} value={key} />
        <SmppBind credential={credential} />
        <ModeChoice value={mode} onChange={setMode} />
        {changed && <SwitchWarning to={mode} credential={credential} />}
        {!changed && isOpen && <OpenKeyNote id={id} />}
        <SceneChoice value={scene} onChange={setScene} />
      </DialogBody>
      <DialogFoot onCancel={onClose}>
        <SubmitButton
          unlessSuspended
          disabled={!changed && !isOther}
          busyLabel={t(isOther ? 'credentials.saving' : 'credentials.switching')}
        >
          {t(isOther ? 'credentials.save' : modeLabels[otherMode(credential.mode)].switchTo)}
        </SubmitButton>
      </DialogFoot>
    </Form>
  )
}

interface EditDialogProps {
  /** Undefined while loading, null when there is none. */
  credential: Credential | null | undefined
  onClose: () => void
}

/** Changes the mode and the default scene of a credential. Its key stays. */
export function EditDialog({ credential, onClose }: EditDialogProps) {
  const t = useText()
  return (
    <Dialog title={t('credentials.editTitle')} open onClose={onClose} wide>
      {credential ? (
        <EditForm key={credential.id} credential={credential} onClose={onClose} />
      ) : (
        <DialogBody>
          {credential === null ? <Note>{t('credentials.gone')}</Note> : <Skeleton label={t('ui.loading')} />}
        </DialogBody>
      )}
    </Dialog>
  )
}

import type { Credential } from '@hongyan/contract/endpoints/messaging/credentials'
import { type AuthMode, CredentialType } from '@hongyan/contract/vocabulary/credential'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { api } from '../../../api/api.ts'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { RadioCards } from '../../../ui/choice.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { Form, SubmitButton, type FieldErrors, type FormValues } from '../../../ui/form.tsx'
import { doneText } from '../../../ui/record-texts.ts'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'
import { Created } from './created.tsx'
import { ModeChoice } from './mode-choice.tsx'
import { reloadCredentials } from './queries.ts'
import { SceneChoice } from './scene-choice.tsx'

type OwnType = typeof CredentialType.Ordinary | typeof CredentialType.Smpp

const check = ({ mode }: FormValues): FieldErrors => (mode ? {} : { mode: textNow('credentials.modeMissing') })

function TypeChoice({ value, onChange }: { value: OwnType; onChange: (type: OwnType) => void }) {
  const t = useText()
  const choices = [
    { value: String(CredentialType.Ordinary), title: t('credentials.ordinary'), text: t('credentials.ordinaryText') },
    { value: String(CredentialType.Smpp), title: t('credentials.smpp'), text: t('credentials.smppText') },
  ]
  const choose = (chosen: string) =>
    onChange(chosen === String(CredentialType.Smpp) ? CredentialType.Smpp : CredentialType.Ordinary)
  return (
    <RadioCards legend={t('credentials.type')} name="type" choices={choices} value={String(value)} onChange={choose} />
  )
}

function CreateForm({ onCreated, onClose }: { onCreated: (credential: Credential) => void; onClose: () => void }) {
  const t = useText()
  const { config } = useAccount()
  const [mode, setMode] = useState<AuthMode | null>(null)
  const [type, setType] = useState<OwnType>(CredentialType.Ordinary)
  const [scene, setScene] = useState<MessageScene>(MessageScene.Notification)

  async function submit() {
    if (mode === null) return
    onCreated(await api.credentials.create({ body: { mode, type, scene } }))
    void reloadCredentials()
  }

  return (
    <Form check={check} submit={submit} onError={showError}>
      <DialogBody>
        {config.sms_smpp && <TypeChoice value={type} onChange={setType} />}
        <ModeChoice value={mode} onChange={setMode} />
        <SceneChoice value={scene} onChange={setScene} />
      </DialogBody>
      <DialogFoot onCancel={onClose}>
        <SubmitButton unlessSuspended busyLabel={t('credentials.creating')}>
          {t('credentials.create')}
        </SubmitButton>
      </DialogFoot>
    </Form>
  )
}

/** Creates a credential of the chosen mode, then shows its key and a snippet. */
export function CreateDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText()
  const [created, setCreated] = useState<Credential | null>(null)
  const close = () => {
    // The toast waits until the dialog closes: on a phone it would cover the dialog's foot.
    if (created) toast('ok', doneText('created', 'credentials.entity'))
    setCreated(null)
    onClose()
  }
  return (
    <Dialog
      title={t(created ? 'credentials.createdTitle' : 'credentials.createTitle')}
      open={open}
      onClose={close}
      wide
    >
      {created ? (
        <Created credential={created} onClose={close} />
      ) : (
        <CreateForm onCreated={setCreated} onClose={close} />
      )}
    </Dialog>
  )
}

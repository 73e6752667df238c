import { secondFactor as limits } from '@hongyan/contract/limits/account'
import { useState } from 'react'
import { t as textNow, useText } from '../../../../i18n/text.ts'
import { Dialog, DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { Form, SubmitButton, type FieldErrors, type FormValues } from '../../../../ui/form.tsx'
import { ChallengeError } from '../../../../ui/challenge/challenge-error.tsx'

function check({ name = '' }: FormValues): FieldErrors {
  const typed = name.trim()
  if (typed === '') return { name: textNow('second-factor.nameMissing') }
  return Array.from(typed).length > limits.passkeyNameMax
    ? { name: textNow('second-factor.nameLong', { most: limits.passkeyNameMax }) }
    : {}
}

interface NameDialogProps {
  title: string
  text?: string
  name: string
  submitLabel: string
  busyLabel: string
  save: (name: string) => Promise<void>
  onClose: () => void
}

/** Names a passkey, so that the owner recognises it in the list. */
export function NameDialog({ title, text, name, submitLabel, busyLabel, save, onClose }: NameDialogProps) {
  const t = useText()
  const [error, setError] = useState<unknown>(null)

  async function submit({ name: typed = '' }: FormValues) {
    setError(null)
    await save(typed.trim())
  }

  return (
    <Dialog title={title} open onClose={onClose}>
      <Form check={check} submit={submit} onError={setError}>
        <DialogBody>
          {text !== undefined && <p className="text-ink-2">{text}</p>}
          <TextField
            name="name"
            label={t('second-factor.name')}
            hint={t('second-factor.nameHint')}
            defaultValue={name}
            autoComplete="off"
            autoFocus
          />
          <ChallengeError error={error} />
        </DialogBody>
        <DialogFoot onCancel={onClose}>
          <SubmitButton busyLabel={busyLabel}>{submitLabel}</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

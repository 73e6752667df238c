import { errorText } from '@hongyan/contract/errors'
import { Partition } from '@hongyan/contract/vocabulary/account'
import { useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { api } from '../../../api/api.ts'
import { t as textNow, useLocale, useText } from '../../../i18n/text.ts'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { type FieldErrors, Form, type FormValues, SubmitButton } from '../../../ui/form.tsx'
import { choiceBody, choiceErrors, newChoice } from '../../../ui/recipient-list/choice.ts'
import { ChoiceFields } from '../../../ui/recipient-list/choice-fields.tsx'
import { doneText } from '../../../ui/record-texts.ts'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'
import { reloadRecipients } from './queries.ts'

/** Adds one number to the list. */
export default function AddDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const locale = useLocale()
  const { partition } = useAccount()
  const [choice, setChoice] = useState(() => newChoice('block'))

  const check = ({ recipient = '', note = '' }: FormValues): FieldErrors => ({
    ...(!/\d/.test(recipient) && { recipient: errorText('invalid_phone_number', locale) }),
    ...choiceErrors(choice, note, locale),
  })
  async function submit({ recipient = '', note = '' }: FormValues) {
    await api.recipients.add({ body: { recipient: recipient.trim(), ...choiceBody(choice, note) } })
    onClose()
    toast('ok', doneText('added', 'recipients.entity'), textNow('recipients.addedText'))
    await reloadRecipients()
  }
  return (
    <Dialog title={t('recipients.addTitle')} open onClose={onClose}>
      <Form check={check} submit={submit} onError={showError}>
        <DialogBody>
          <TextField
            name="recipient"
            type="tel"
            label={t('recipients.number')}
            hint={t(partition === Partition.Cn ? 'recipients.numberHintCn' : 'recipients.numberHintUs')}
            maxLength={32}
            autoComplete="off"
          />
          <ChoiceFields choice={choice} onChange={setChoice} />
        </DialogBody>
        <DialogFoot onCancel={onClose}>
          <SubmitButton unlessSuspended busyLabel={t('recipients.adding')}>
            {t('recipients.add')}
          </SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

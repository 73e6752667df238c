import type { Phonebook } from '@hongyan/contract/endpoints/messaging/phonebooks'
import { phonebooks as limits } from '@hongyan/contract/limits/broadcasts'
import { ruleText } from '@hongyan/contract/rules'
import { api } from '../../../api/api.ts'
import { useLocale, useText } from '../../../i18n/text.ts'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { type FieldErrors, Form, type FormValues, SubmitButton } from '../../../ui/form.tsx'
import { doneText } from '../../../ui/record-texts.ts'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'
import { reloadPhonebooks } from './queries.ts'

interface NameDialogProps {
  /** The phonebook to rename; null for a new one. */
  row: Phonebook | null
  onSaved?: (saved: Phonebook) => void
  onClose: () => void
}

/** Creates a phonebook, or gives one another name. */
export default function NameDialog({ row, onSaved, onClose }: NameDialogProps) {
  const t = useText()
  const locale = useLocale()
  const check = ({ name = '' }: FormValues): FieldErrors => {
    const { length } = Array.from(name.trim())
    return length === 0 || length > limits.nameMax ? { name: ruleText('phonebook_name', locale) } : {}
  }
  async function submit({ name = '' }: FormValues) {
    const saved =
      row === null
        ? await api.phonebooks.create({ body: { name } })
        : await api.phonebooks.update({ params: { id: row.id }, body: { version: row.version, name } })
    onClose()
    toast('ok', doneText(row === null ? 'created' : 'updated', 'phonebooks.entity'))
    onSaved?.(saved)
    await reloadPhonebooks()
  }
  return (
    <Dialog title={t(row === null ? 'phonebooks.create' : 'phonebooks.rename')} open onClose={onClose}>
      <Form check={check} submit={submit} onError={showError}>
        <DialogBody>
          <TextField
            name="name"
            label={t('phonebooks.name')}
            hint={t('phonebooks.nameHint')}
            defaultValue={row?.name}
            maxLength={4 * limits.nameMax}
            autoComplete="off"
          />
        </DialogBody>
        <DialogFoot onCancel={onClose}>
          <SubmitButton unlessSuspended busyLabel={t('phonebooks.saving')}>
            {t(row === null ? 'phonebooks.createNow' : 'phonebooks.save')}
          </SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

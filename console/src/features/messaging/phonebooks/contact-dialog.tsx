import type { Contact, Phonebook } from '@hongyan/contract/endpoints/messaging/phonebooks'
import { errorText } from '@hongyan/contract/errors'
import { phonebooks as limits } from '@hongyan/contract/limits/broadcasts'
import { ruleText } from '@hongyan/contract/rules'
import { Partition } from '@hongyan/contract/vocabulary/account'
import { useAccount } from '../../../api/account.ts'
import { api } from '../../../api/api.ts'
import { useLocale, useText } from '../../../i18n/text.ts'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { type FieldErrors, Form, type FormValues, SubmitButton } from '../../../ui/form.tsx'
import { doneText } from '../../../ui/record-texts.ts'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'
import { ConsentFields, consentErrors, consentOf } from './consent-fields.tsx'
import { reloadPhonebooks } from './queries.ts'
import { ZoneField } from './zone-field.tsx'

interface ContactDialogProps {
  book: Phonebook
  /** Null for a new contact. */
  row: Contact | null
  onClose: () => void
}

/** The name that the server gives to the value of a field. */
const nameOf = (field: string): string => `fields.${field}`

/** Adds a contact, or shows one and changes all but its number. */
export default function ContactDialog({ book, row, onClose }: ContactDialogProps) {
  const t = useText()
  const locale = useLocale()
  const { partition } = useAccount()
  const check = (values: FormValues): FieldErrors => ({
    ...(row === null && !/\d/.test(values['to'] ?? '') && { to: errorText('invalid_phone_number', locale) }),
    ...Object.fromEntries(
      book.fields
        .filter((field) => Array.from(values[nameOf(field)] ?? '').length > limits.valueMax)
        .map((field) => [nameOf(field), ruleText('field_value', locale)]),
    ),
    ...consentErrors(values, locale),
  })
  async function submit(values: FormValues) {
    const { id } = book
    const body = {
      fields: Object.fromEntries(book.fields.map((field) => [field, values[nameOf(field)] ?? ''])),
      zone: (values['zone'] ?? '') === '' ? null : (values['zone'] ?? null),
      consent: consentOf(values),
    }
    if (row === null) await api.contacts.create({ params: { id }, body: { to: values['to'] ?? '', ...body } })
    else await api.contacts.update({ params: { id, cid: row.id }, body: { version: row.version, ...body } })
    onClose()
    toast('ok', doneText(row === null ? 'added' : 'updated', 'phonebooks.contactEntity'))
    await reloadPhonebooks()
  }
  return (
    <Dialog title={row === null ? t('phonebooks.addContact') : row.to} open onClose={onClose}>
      <Form check={check} submit={submit} onError={showError}>
        <DialogBody>
          {row === null && (
            <TextField
              name="to"
              type="tel"
              label={t('phonebooks.number')}
              hint={t(partition === Partition.Cn ? 'phonebooks.numberHintCn' : 'phonebooks.numberHintUs')}
              maxLength={32}
              autoComplete="off"
            />
          )}
          {book.fields.map((field) => (
            <TextField
              key={field}
              name={nameOf(field)}
              label={field}
              defaultValue={row?.fields[field]}
              autoComplete="off"
            />
          ))}
          <ConsentFields initial={row?.consent ?? null} />
          <ZoneField initial={row?.zone ?? null} />
        </DialogBody>
        <DialogFoot onCancel={onClose}>
          <SubmitButton unlessSuspended busyLabel={t('phonebooks.saving')}>
            {t(row === null ? 'phonebooks.add' : 'phonebooks.save')}
          </SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

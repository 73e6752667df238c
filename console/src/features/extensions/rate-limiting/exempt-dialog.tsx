import type { ExemptNumber } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { ruleText } from '@hongyan/contract/rules'
import { useAccount } from '../../../api/account.ts'
import { currentLocale, useText } from '../../../i18n/text.ts'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { Form, type FormValues, SubmitButton } from '../../../ui/form.tsx'
import { showError } from '../../../ui/show-error.ts'
import { ExemptFields } from './exempt-fields.tsx'
import { isNote, noteOf } from './exempt-note.ts'
import { endOf, lastDay } from './expiry.ts'

interface ExemptDialogProps {
  row: ExemptNumber
  onDone: (row: ExemptNumber) => void
  onClose: () => void
}

/** The form of an exempt number's note and last day. */
export default function ExemptDialog({ row, onDone, onClose }: ExemptDialogProps) {
  const t = useText()
  const { time_zone: zone } = useAccount()
  const check = ({ note = '' }: FormValues) =>
    isNote(noteOf(note)) ? {} : { note: ruleText('note_long', currentLocale()) }
  const submit = async ({ note = '', day = '' }: FormValues) =>
    onDone({ number: row.number, note: noteOf(note), expires_at: endOf(day, zone) })
  return (
    <Dialog title={row.number} open onClose={onClose} wide held="typed">
      <Form check={check} submit={submit} onError={showError}>
        <DialogBody>
          <ExemptFields note={row.note} day={lastDay(row, zone) ?? ''} />
        </DialogBody>
        <DialogFoot onCancel={onClose}>
          <SubmitButton>{t('rate-limiting.apply')}</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

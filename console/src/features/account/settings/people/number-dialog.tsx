import { useText } from '../../../../i18n/text.ts'
import type { TextId } from '../../../../i18n/ids.ts'
import { type ButtonTone } from '../../../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { Form, SubmitButton } from '../../../../ui/form.tsx'
import { Note } from '../../../../ui/note.tsx'
import { showError } from '../../../../ui/show-error.ts'

interface NumberDialogProps {
  title: TextId
  text: TextId
  /** A consequence that cannot be undone. */
  warning?: TextId
  action: TextId
  busy: TextId
  tone: ButtonTone
  submit: (recipient: string) => Promise<void>
  onClose: () => void
}

/** Asks for the number of the person whose data it is about. */
export function NumberDialog({ title, text, warning, action, busy, tone, submit, onClose }: NumberDialogProps) {
  const t = useText()
  return (
    <Dialog title={t(title)} open onClose={onClose}>
      <Form submit={({ recipient = '' }) => submit(recipient)} onError={showError}>
        <DialogBody>
          <p className="text-ink-2">{t(text)}</p>
          <TextField
            name="recipient"
            type="tel"
            label={t('people.number')}
            hint={t('people.numberHint')}
            autoComplete="off"
            autoFocus
          />
          {warning !== undefined && <Note tone="warn">{t(warning)}</Note>}
        </DialogBody>
        <DialogFoot onCancel={onClose}>
          <SubmitButton tone={tone} busyLabel={t(busy)}>
            {t(action)}
          </SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

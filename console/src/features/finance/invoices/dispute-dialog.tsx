import type { InvoiceDetail } from '@hongyan/contract/endpoints/finance/invoices'
import { invoice as limits } from '@hongyan/contract/limits/finance'
import { api } from '../../../api/api.ts'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { Form, SubmitButton, type FieldErrors, type FormValues } from '../../../ui/form.tsx'
import { showError } from '../../../ui/show-error.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { toast } from '../../../ui/toasts.ts'
import { decimalsOf, moneyText } from './money.ts'
import { keepDetail } from './queries.ts'
import type { Line } from './labels.ts'

interface DisputeDialogProps {
  detail: InvoiceDetail
  line: Line
  /** The title of the line. */
  what: string
  onClose: () => void
}

const { min, max } = limits.reason
const reasonOf = ({ reason = '' }: FormValues): string => reason.trim().replaceAll(/\s+/g, ' ')

function check(values: FormValues): FieldErrors {
  const { length } = reasonOf(values)
  return length < min || length > max ? { reason: textNow('invoices.reasonWrong', { min, max }) } : {}
}

/** Reports an invoice line as wrong, with the customer's reason. */
export function DisputeDialog({ detail, line, what, onClose }: DisputeDialogProps) {
  const t = useText()
  async function submit(values: FormValues) {
    const body = { line: line.id, reason: reasonOf(values) }
    keepDetail(await api.invoices.dispute({ params: { id: detail.id }, body }))
    toast('ok', textNow('invoices.disputeSent'))
    onClose()
  }
  return (
    <Dialog title={t('invoices.disputeTitle')} open onClose={onClose} held="typed">
      <Form check={check} submit={submit} onError={showError} className="contents">
        <DialogBody>
          <p className="flex justify-between gap-4 rounded-md bg-fill px-4 py-3 text-sm">
            <span>{what}</span>
            <span className="font-medium tabular-nums">
              {moneyText(line.amount, detail.currency, decimalsOf([line.amount]))}
            </span>
          </p>
          <p className="text-ink-2">{t('invoices.disputeText')}</p>
          <TextArea
            name="reason"
            label={t('invoices.reason')}
            hint={t('invoices.reasonHint', { min, max })}
            rows={4}
            maxLength={max}
            autoFocus
          />
        </DialogBody>
        <DialogFoot onCancel={onClose}>
          <SubmitButton busyLabel={t('invoices.sending')}>{t('invoices.sendDispute')}</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

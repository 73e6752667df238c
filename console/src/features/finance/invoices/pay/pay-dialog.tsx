import type { InvoiceDetail } from '@hongyan/contract/endpoints/finance/invoices'
import { useText } from '../../../../i18n/text.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { PayForm } from './pay-form.tsx'
import { usePayment } from './use-payment.ts'
import { PendingPanel } from './pending-panel.tsx'

interface PayDialogProps {
  detail: InvoiceDetail
  onClose: () => void
}

/** Pays all or part of an invoice (screens S7). */
export default function PayDialog({ detail, onClose }: PayDialogProps) {
  const t = useText()
  const payment = usePayment(detail, onClose)
  const { pending } = payment
  return (
    <Dialog
      title={t('invoices.payTitle', { number: detail.number ?? '' })}
      open
      onClose={onClose}
      wide
      held={pending ? true : 'typed'}
    >
      {pending ? (
        <PendingPanel pending={pending} detail={detail} payment={payment} onClose={onClose} />
      ) : (
        <PayForm detail={detail} payment={payment} onClose={onClose} />
      )}
    </Dialog>
  )
}

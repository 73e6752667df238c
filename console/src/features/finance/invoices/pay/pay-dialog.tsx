import type { InvoiceDetail } from '@hongyan/contract/endpoints/finance/invoices'
import { useState } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { CancelAlert } from './cancel-alert.tsx'
import { PayForm } from './pay-form.tsx'
import { PendingPanel } from './pending-panel.tsx'
import type { PendingPayment } from './payment-watch.ts'
import type { Payment } from './use-payment.ts'

interface PayDialogProps {
  detail: InvoiceDetail
  payment: Payment
}

/** Pays all or part of an invoice (screens S7). A payment on a channel's page is left only by cancelling it. */
export default function PayDialog({ detail, payment }: PayDialogProps) {
  const t = useText()
  const { pending, close } = payment
  /** The payment whose cancellation waits for confirmation. */
  const [unconfirmed, setUnconfirmed] = useState<PendingPayment | null>(null)
  const confirmCancel = () => setUnconfirmed(pending)
  return (
    <>
      <Dialog
        title={t('invoices.payTitle', { number: detail.number ?? '' })}
        open
        onClose={pending === null || pending.action === null ? close : confirmCancel}
        wide
        held="typed"
      >
        {pending ? (
          <PendingPanel pending={pending} detail={detail} onCancel={confirmCancel} onClose={close} />
        ) : (
          <PayForm detail={detail} payment={payment} onClose={close} />
        )}
      </Dialog>
      {pending !== null && unconfirmed === pending && (
        <CancelAlert pending={pending} detail={detail} payment={payment} onClose={() => setUnconfirmed(null)} />
      )}
    </>
  )
}

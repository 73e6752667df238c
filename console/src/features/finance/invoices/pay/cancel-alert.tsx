import type { InvoiceDetail } from '@hongyan/contract/endpoints/finance/invoices'
import { decimalOf } from '@hongyan/contract/money'
import { useText } from '../../../../i18n/text.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { useBusy } from '../../../../ui/use-busy.ts'
import { moneyText } from '../money.ts'
import type { PendingPayment } from './payment-watch.ts'
import type { Payment } from './use-payment.ts'

interface CancelAlertProps {
  pending: PendingPayment
  detail: InvoiceDetail
  payment: Payment
  onClose: () => void
}

/** Asks for confirmation before a payment is cancelled (specification section 2, "WeChat QR dialog"). */
export function CancelAlert({ pending, detail, payment, onClose }: CancelAlertProps) {
  const t = useText()
  const [busy, cancel] = useBusy(payment.cancel)
  const actions = (
    <>
      <Button autoFocus onClick={onClose}>
        {t('invoices.keepWaiting')}
      </Button>
      <Button tone="danger" busy={busy} busyLabel={t('invoices.cancelling')} onClick={cancel}>
        {t('invoices.cancelPayment')}
      </Button>
    </>
  )
  return (
    <Alert title={t('invoices.cancelTitle')} onClose={onClose} actions={actions}>
      {t('invoices.cancelText', { amount: moneyText(decimalOf(pending.amount), detail.currency) })}
    </Alert>
  )
}

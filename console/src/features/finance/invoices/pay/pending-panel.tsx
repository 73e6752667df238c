import type { InvoiceDetail } from '@hongyan/contract/endpoints/finance/invoices'
import { topUp as limits } from '@hongyan/contract/limits/finance'
import { decimalOf } from '@hongyan/contract/money'
import { lazy, Suspense } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import { WaitingNote } from '../../../../ui/waiting-note.tsx'
import { moneyText } from '../money.ts'
import type { PendingPayment } from './payment-watch.ts'

const QrCode = lazy(() => import('../../../../ui/qr-code.tsx'))

/** As large as the QR code with its edge, or as the screen allows. */
const square = { aspectRatio: '1', justifySelf: 'center', maxWidth: limits.qrSize + 2 }

function Code({ payload, amount }: { payload: string; amount: string }) {
  const t = useText()
  return (
    <>
      <p className="text-center text-money font-semibold">{amount}</p>
      <div className="grid w-full place-items-center overflow-clip rounded-lg border border-line" style={square}>
        <Suspense>
          <QrCode value={payload} title={t('invoices.code', { amount })} />
        </Suspense>
      </div>
      <div className="grid justify-items-center gap-1 text-center">
        <p>{t('invoices.scan')}</p>
        <p role="status" className="flex items-center gap-2 text-sm text-ink-3">
          <Spinner />
          {t('invoices.scanWaiting')}
        </p>
      </div>
    </>
  )
}

function Charging() {
  const t = useText()
  return (
    <div role="status" className="flex gap-2.5 rounded-md border border-line bg-well p-4 text-sm">
      <Spinner className="mt-0.5 text-ink-3" />
      <div>
        <p className="font-medium">{t('invoices.charging')}</p>
        <p className="text-ink-2">{t('invoices.chargingText')}</p>
      </div>
    </div>
  )
}

interface PendingPanelProps {
  pending: PendingPayment
  detail: InvoiceDetail
  onCancel: () => void
  onClose: () => void
}

/** A pending payment, with links to complete or cancel it. */
export function PendingPanel({ pending: { action, payload, amount }, detail, onCancel, onClose }: PendingPanelProps) {
  const t = useText()
  const shown = moneyText(decimalOf(amount), detail.currency)
  return (
    <>
      <DialogBody>
        {action === 'qrcode' && <Code payload={payload} amount={shown} />}
        {action === 'open' && (
          <WaitingNote
            title={t('invoices.waiting', { amount: shown })}
            text={t('invoices.waitingText')}
            address={payload}
            openLabel={t('invoices.openAgain')}
          />
        )}
        {action === null && <Charging />}
      </DialogBody>
      <DialogFoot>
        {action === null ? (
          <Button onClick={onClose}>{t('invoices.okay')}</Button>
        ) : (
          <Button onClick={onCancel}>{t('invoices.cancelPayment')}</Button>
        )}
      </DialogFoot>
    </>
  )
}

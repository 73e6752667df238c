import { decimalOf } from '@hongyan/contract/money'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { moneyText } from './amount.ts'
import type { PendingTopUp } from './orders.ts'
import { WaitingNote } from '../../../ui/waiting-note.tsx'

interface PendingNoteProps {
  pending: PendingTopUp
  /** Shows the QR code of an order that is paid by one. */
  onCode: () => void
  onCancel: () => void
}

/** A payment that is pending elsewhere, with ways to complete or cancel it. */
export function PendingNote({ pending, onCode, onCancel }: PendingNoteProps) {
  const t = useText()
  const { amount, currency, order } = pending
  return (
    <WaitingNote
      title={t('top-up.waiting', { amount: moneyText(decimalOf(amount), currency) })}
      text={t('top-up.waitingText')}
      quiet={pending.isResumed}
      {...(order.action === 'open' && { address: order.payload, openLabel: t('top-up.openAgain') })}
    >
      {order.action === 'qrcode' && (
        <Button size="small" onClick={onCode}>
          {t('top-up.showCode')}
        </Button>
      )}
      <Button tone="ghost" size="small" onClick={onCancel}>
        {t('top-up.cancelPayment')}
      </Button>
    </WaitingNote>
  )
}

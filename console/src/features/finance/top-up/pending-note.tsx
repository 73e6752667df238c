import { decimalOf } from '@hongyan/contract/money'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { moneyText } from './amount.ts'
import type { PendingTopUp } from './orders.ts'
import { WaitingNote } from '../../../ui/waiting-note.tsx'

/** A payment that is pending in another window, with links to complete or cancel it. */
export function PendingNote({ pending, onCancel }: { pending: PendingTopUp; onCancel: () => void }) {
  const t = useText()
  const { amount, currency, order } = pending
  return (
    <WaitingNote
      title={t('top-up.waiting', { amount: moneyText(decimalOf(amount), currency) })}
      text={t('top-up.waitingText')}
      address={order.payload}
      openLabel={t('top-up.openAgain')}
    >
      <Button tone="ghost" size="small" onClick={onCancel}>
        {t('top-up.cancelPayment')}
      </Button>
    </WaitingNote>
  )
}

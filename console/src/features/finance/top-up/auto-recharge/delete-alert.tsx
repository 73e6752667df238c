import type { PaymentMethod } from '@hongyan/contract/endpoints/finance/payment-methods'
import { api } from '../../../../api/api.ts'
import { useText } from '../../../../i18n/text.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { deleteAsk, doneText } from '../../../../ui/record-texts.ts'
import { toast } from '../../../../ui/toasts.ts'
import { useBusy } from '../../../../ui/use-busy.ts'
import { cardName } from './card-name.ts'
import { reloadCards } from './queries.ts'

interface DeleteQuestionProps {
  card: PaymentMethod
  onClose: () => void
  /** Runs after the card, and the focus with it, has left the page. */
  onGone: () => void
}

/** Confirms the deletion of a card by name (specification section 8). */
export function DeleteAlert({ card, onClose, onGone }: DeleteQuestionProps) {
  const t = useText()
  const [busy, remove] = useBusy(async () => {
    await api.paymentMethods.remove({ params: { id: card.id } }).finally(onClose)
    toast('ok', doneText('deleted', 'auto-recharge.entity'))
    await reloadCards()
    onGone()
  })
  const actions = (
    <>
      <Button autoFocus onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button tone="danger" busy={busy} busyLabel={t('auto-recharge.deleting')} onClick={remove}>
        {t('auto-recharge.delete')}
      </Button>
    </>
  )
  return (
    <Alert title={t('auto-recharge.deleteTitle')} onClose={onClose} actions={actions}>
      {deleteAsk('auto-recharge.entity', cardName(card))}
    </Alert>
  )
}

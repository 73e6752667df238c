import type { RefundOffer } from '@hongyan/contract/endpoints/finance/refunds'
import type { TransactionId } from '@hongyan/contract/ids'
import { decimalOf, type Micros } from '@hongyan/contract/money'
import type { RefundSum } from '@hongyan/contract/refund'
import { useState } from 'react'
import { api } from '../../../../api/api.ts'
import { queryClient } from '../../../../api/query-client.ts'
import { reloadAccount } from '../../../../api/reload-account.ts'
import { t as textNow, useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { showError } from '../../../../ui/show-error.ts'
import { toast } from '../../../../ui/toasts.ts'
import { moneyText } from '@hongyan/contract/money-text'
import { reloadTransactions } from '../queries.ts'
import { channelLabels } from '../labels.ts'
import { RechargeNote } from './recharge-note.tsx'
import { amountInput } from './refund-request.ts'

/** The requested refund and its parts. */
export interface RefundRequest {
  readonly sum: RefundSum
  readonly reason: string
}

interface ConfirmProps {
  id: TransactionId
  offer: RefundOffer
  request: RefundRequest
  onBack: () => void
  onClose: () => void
}

/** Confirms the payout before the refund. List, totals and balance reload afterwards. */
export function Confirm({ id, offer, request, onBack, onClose }: ConfirmProps) {
  const t = useText()
  const [busy, setBusy] = useState(false)
  const shown = (amount: Micros): string => moneyText(decimalOf(amount), offer.currency, 2)
  const channel = t(channelLabels[offer.channel])
  const paidOut = shown(request.sum.paidOut)

  async function refund() {
    setBusy(true)
    try {
      const body = { amount: amountInput(request.sum.amount), reason: request.reason }
      const { status, paid_out } = await api.refunds.create({ params: { id }, body })
      showResult(status, { channel, paidOut: moneyText(paid_out, offer.currency, 2) })
    } catch (error) {
      showError(error)
      return onBack()
    } finally {
      setBusy(false)
    }
    onClose()
    await Promise.all([reloadTransactions(), reloadAccount(queryClient)])
  }
  return (
    <>
      <DialogBody>
        <div role="alert" className="grid gap-2">
          <h3 className="text-md font-semibold">{t('refund.confirmTitle', { paidOut, channel })}</h3>
          <p className="text-ink-2">{t('refund.confirmText', { amount: shown(request.sum.amount) })}</p>
        </div>
        <RechargeNote amount={request.sum.amount} />
      </DialogBody>
      <DialogFoot>
        <Button autoFocus onClick={onBack}>
          {t('refund.back')}
        </Button>
        <Button tone="primary" busy={busy} busyLabel={t('refund.sending')} onClick={() => void refund()}>
          {t('refund.confirm', { paidOut })}
        </Button>
      </DialogFoot>
    </>
  )
}

function showResult(
  status: 'pending' | 'done' | 'failed',
  values: { readonly channel: string; readonly paidOut: string },
) {
  if (status === 'done') toast('ok', textNow('refund.done', values))
  else if (status === 'pending') toast('ok', textNow('refund.pending'), textNow('refund.pendingText', values))
  else toast('bad', textNow('refund.failed', values), textNow('refund.failedText'))
}

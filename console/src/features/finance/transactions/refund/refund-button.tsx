import type { Transaction } from '@hongyan/contract/endpoints/finance/transactions'
import { topUpChannels, TransactionStatus } from '@hongyan/contract/vocabulary/payment'
import { lazy, Suspense, useState } from 'react'
import { loadTexts, useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'

const RefundDialog = lazy(async () => {
  const [code] = await Promise.all([import('./refund-dialog.tsx'), loadTexts('refund')])
  return code
})

/** A top-up paid by a channel that no dispute has reversed. */
export const canBeRefunded = ({ description, status, channel }: Transaction): boolean =>
  description.kind === 'topup' && status === TransactionStatus.Posted && topUpChannels.some((each) => each === channel)

/** The button that opens a refund. The terms load on press. */
export function RefundButton({ line }: { line: Transaction }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('transactions.askRefund')}
      </Button>
      {open && (
        <Suspense>
          <RefundDialog id={line.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

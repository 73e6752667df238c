import { refund } from '@hongyan/contract/limits/finance'
import { decimalOf, type Micros } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { ArrowLeft, Clock, ShieldCheck, type LucideIcon } from 'lucide-react'
import type { TextId } from '../../../i18n/ids.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { moneyText } from './amount.ts'
import { afterFee, exampleDay, freeDays } from './refund.ts'
import { TwoColumns } from './two-columns.tsx'

const points: readonly (readonly [LucideIcon, TextId])[] = [
  [Clock, 'top-up.refundCounts'],
  [ShieldCheck, 'top-up.refundVerified'],
  [ArrowLeft, 'top-up.refundWay'],
]

interface RefundDialogProps {
  open: boolean
  onClose: () => void
  /** The amount of the example. */
  amount: Micros
  currency: Currency
}

/** Explains the refund fee with an example of the chosen amount. */
export function RefundDialog({ open, onClose, amount, currency }: RefundDialogProps) {
  const t = useText()
  const rows = [
    [t('top-up.refundWithin', { days: freeDays }), '0%'],
    [t('top-up.refundOver', { days: freeDays }), `${refund.feePercent}%`],
  ] as const
  return (
    <Dialog title={t('top-up.refundTitle')} open={open} onClose={onClose} wide>
      <DialogBody>
        <TwoColumns head={[t('top-up.refundSince'), t('top-up.refundFee')]} rows={rows} />
        <ul className="grid gap-2.5 text-sm text-ink-2">
          {points.map(([icon, words]) => (
            <li key={words} className="flex gap-2.5">
              <Icon of={icon} className="mt-0.5" />
              {t(words)}
            </li>
          ))}
        </ul>
        <p className="flex justify-between gap-4 rounded-md bg-fill px-4 py-3 text-sm">
          <span className="text-ink-2">
            {t('top-up.refundExample', { amount: moneyText(decimalOf(amount), currency), day: exampleDay })}
          </span>
          <span className="font-medium">{moneyText(decimalOf(afterFee(amount)), currency)}</span>
        </p>
      </DialogBody>
      <DialogFoot>
        <Button tone="primary" onClick={onClose}>
          {t('top-up.gotIt')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

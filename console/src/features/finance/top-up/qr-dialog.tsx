import type { OrderCheck } from '@hongyan/contract/endpoints/finance/top-up'
import { topUp as limits } from '@hongyan/contract/limits/finance'
import { decimalOf } from '@hongyan/contract/money'
import { Clock } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { moneyText } from './amount.ts'
import type { PendingTopUp } from './orders.ts'
import { useBusy } from '../../../ui/use-busy.ts'
import { usePoll } from './use-poll.ts'

const loadCode = () => import('../../../ui/qr-code.tsx')
const QrCode = lazy(loadCode)

/** Loads the QR code's library. Call when a code is likely to be shown. */
export const preloadCode = (): void => void loadCode()

const frame = 'grid w-full place-items-center overflow-clip rounded-lg border border-line'
/** As large as the QR code with its edge, or as the screen allows. */
const square = { aspectRatio: '1', justifySelf: 'center', maxWidth: limits.qrSize + 2 }

function Waiting({ pending, amount }: { pending: PendingTopUp; amount: string }) {
  const t = useText()
  return (
    <>
      <div className={frame} style={square}>
        <Suspense>
          <QrCode value={pending.order.payload} title={t('top-up.code', { amount })} />
        </Suspense>
      </div>
      <div className="mt-1 grid justify-items-center gap-1 text-center">
        <p>{t('top-up.scan')}</p>
        <p role="status" className="flex items-center gap-2 text-sm text-ink-3">
          <Spinner />
          {t('top-up.scanWaiting')}
        </p>
      </div>
    </>
  )
}

function Expired() {
  const t = useText()
  return (
    <div role="status" className={`${frame} content-center gap-1 bg-well px-4 text-center`} style={square}>
      <span className="mb-3 grid size-10 place-items-center rounded-full bg-fill-strong text-ink-2">
        <Icon of={Clock} size={20} />
      </span>
      <p className="font-medium">{t('top-up.expired')}</p>
      <p className="text-sm text-ink-3">{t('top-up.expiredText')}</p>
    </div>
  )
}

interface QrDialogProps {
  pending: PendingTopUp
  onPaid: (reply: OrderCheck) => void
  /** Asks for confirmation before cancelling. */
  onCancel: () => void
  onRenew: () => Promise<void>
  /** Leaves an expired code. */
  onLeave: () => Promise<void>
}

/** Shows a QR code and polls until it is paid or an hour has passed (specification section 2, "WeChat QR dialog"). */
export function QrDialog({ pending, onPaid, onCancel, onRenew, onLeave }: QrDialogProps) {
  const t = useText()
  const over = usePoll(pending, onPaid)
  const [renewing, renew] = useBusy(onRenew)
  const amount = moneyText(decimalOf(pending.amount), pending.currency)
  return (
    <Dialog title={t('top-up.wxpay')} open onClose={over ? () => void onLeave() : onCancel}>
      <DialogBody>
        <p className="text-center text-money font-semibold">{amount}</p>
        {over ? <Expired /> : <Waiting pending={pending} amount={amount} />}
      </DialogBody>
      <DialogFoot>
        {over ? (
          <Button tone="primary" busy={renewing} busyLabel={t('top-up.gettingCode')} onClick={renew}>
            {t('top-up.newCode')}
          </Button>
        ) : (
          <Button onClick={onCancel}>{t('top-up.cancelPayment')}</Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}

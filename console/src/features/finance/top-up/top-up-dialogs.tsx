import { decimalOf } from '@hongyan/contract/money'
import { CircleX, Gift, type LucideIcon } from 'lucide-react'
import { useText } from '../../../i18n/text.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { moneyText } from './amount.ts'
import { minutes } from './cashback-dialog.tsx'
import type { PendingTopUp } from './orders.ts'
import { useBusy } from '../../../ui/use-busy.ts'
import type { TopUp } from './use-top-up.ts'

const amountOf = ({ amount, currency }: PendingTopUp) => moneyText(decimalOf(amount), currency)

const Sign = ({ of, looks }: { of: LucideIcon; looks: string }) => (
  <span className={`grid size-10 place-items-center rounded-full ${looks}`}>
    <Icon of={of} size={20} />
  </span>
)

function OutcomeAlert({ pending, topUp }: { pending: PendingTopUp; topUp: TopUp }) {
  const t = useText()
  const actions = (
    <>
      <Button onClick={() => topUp.reportOutcome(false)}>{t('top-up.failed')}</Button>
      <Button tone="primary" autoFocus onClick={() => topUp.reportOutcome(true)}>
        {t('top-up.success')}
      </Button>
    </>
  )
  return (
    <Alert title={t('top-up.outcomeTitle')} onClose={topUp.closeDialog} actions={actions}>
      {t('top-up.outcomeText', { amount: amountOf(pending) })}
    </Alert>
  )
}

function CancelAlert({ pending, topUp }: { pending: PendingTopUp; topUp: TopUp }) {
  const t = useText()
  const [busy, cancel] = useBusy(topUp.cancel)
  const actions = (
    <>
      <Button autoFocus onClick={topUp.closeDialog}>
        {t('top-up.keepWaiting')}
      </Button>
      <Button tone="danger" busy={busy} busyLabel={t('top-up.cancelling')} onClick={cancel}>
        {t('top-up.cancelPayment')}
      </Button>
    </>
  )
  return (
    <Alert title={t('top-up.cancelTitle')} onClose={topUp.closeDialog} actions={actions}>
      {t('top-up.cancelText', { amount: amountOf(pending) })}
    </Alert>
  )
}

function CashbackAlert({ cashback, onClose }: { cashback: string; onClose: () => void }) {
  const t = useText()
  const okay = (
    <Button tone="primary" autoFocus onClick={onClose}>
      {t('top-up.gotOkay')}
    </Button>
  )
  return (
    <Alert
      title={t('top-up.gotTitle')}
      sign={<Sign of={Gift} looks="bg-ok-soft text-ok" />}
      onClose={onClose}
      actions={okay}
    >
      <p className="text-money font-semibold text-ink">{moneyText(cashback, 'CNY')}</p>
      {t('top-up.gotText', { minutes })}
    </Alert>
  )
}

function RefusalAlert({ message, onClose }: { message: string; onClose: () => void }) {
  const t = useText()
  const okay = (
    <Button tone="primary" autoFocus onClick={onClose}>
      {t('top-up.okay')}
    </Button>
  )
  return (
    <Alert
      title={t('top-up.refusedTitle')}
      sign={<Sign of={CircleX} looks="bg-bad-soft text-bad" />}
      onClose={onClose}
      actions={okay}
    >
      {message}
    </Alert>
  )
}

/** The dialogs of a payment. */
export function TopUpDialogs({ topUp }: { topUp: TopUp }) {
  const { pending, dialog, cashback, refusal } = topUp
  return (
    <>
      {pending && dialog === 'outcome' && <OutcomeAlert pending={pending} topUp={topUp} />}
      {pending && dialog === 'cancel' && <CancelAlert pending={pending} topUp={topUp} />}
      {cashback !== null && <CashbackAlert cashback={cashback} onClose={topUp.closeCashback} />}
      {refusal !== null && <RefusalAlert message={refusal} onClose={topUp.closeRefusal} />}
    </>
  )
}

import { decimalOf } from '@hongyan/contract/money'
import { CircleX, Gift, type LucideIcon } from 'lucide-react'
import { useText } from '../../../i18n/text.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { moneyText } from './amount.ts'
import { minutes } from './cashback-dialog.tsx'
import type { Pending } from './orders.ts'
import { useBusy } from '../../../ui/use-busy.ts'
import type { TopUp } from './use-top-up.ts'

const amountOf = ({ amount, currency }: Pending) => moneyText(decimalOf(amount), currency)

const Sign = ({ of, looks }: { of: LucideIcon; looks: string }) => (
  <span className={`grid size-10 place-items-center rounded-full ${looks}`}>
    <Icon of={of} size={20} />
  </span>
)

function OutcomeQuestion({ pending, topUp }: { pending: Pending; topUp: TopUp }) {
  const t = useText()
  const actions = (
    <>
      <Button onClick={() => topUp.answer(false)}>{t('top-up.failed')}</Button>
      <Button tone="primary" autoFocus onClick={() => topUp.answer(true)}>
        {t('top-up.success')}
      </Button>
    </>
  )
  return (
    <Alert title={t('top-up.outcomeTitle')} onClose={() => topUp.ask(null)} actions={actions}>
      {t('top-up.outcomeText', { amount: amountOf(pending) })}
    </Alert>
  )
}

function CancelQuestion({ pending, topUp }: { pending: Pending; topUp: TopUp }) {
  const t = useText()
  const [busy, cancel] = useBusy(topUp.cancel)
  const actions = (
    <>
      <Button autoFocus onClick={() => topUp.ask(null)}>
        {t('top-up.keepWaiting')}
      </Button>
      <Button tone="danger" busy={busy} busyLabel={t('top-up.cancelling')} onClick={cancel}>
        {t('top-up.cancelPayment')}
      </Button>
    </>
  )
  return (
    <Alert title={t('top-up.cancelTitle')} onClose={() => topUp.ask(null)} actions={actions}>
      {t('top-up.cancelText', { amount: amountOf(pending) })}
    </Alert>
  )
}

function GotCashback({ cashback, onClose }: { cashback: string; onClose: () => void }) {
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

function Refused({ words, onClose }: { words: string; onClose: () => void }) {
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
      {words}
    </Alert>
  )
}

/** The dialogs of a payment. */
export function Questions({ topUp }: { topUp: TopUp }) {
  const { pending, question, cashback, refusal } = topUp
  return (
    <>
      {pending && question === 'outcome' && <OutcomeQuestion pending={pending} topUp={topUp} />}
      {pending && question === 'cancel' && <CancelQuestion pending={pending} topUp={topUp} />}
      {cashback !== null && <GotCashback cashback={cashback} onClose={topUp.thanked} />}
      {refusal !== null && <Refused words={refusal} onClose={topUp.read} />}
    </>
  )
}

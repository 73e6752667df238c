import { decimalOf } from '@hongyan/contract/money'
import { useEffect, useRef, useState } from 'react'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { preloadAlert } from '../../../ui/alert.tsx'
import { Card } from '../../../ui/card.tsx'
import { Form, SubmitButton, type FieldErrors } from '../../../ui/form.tsx'
import { Note } from '../../../ui/note.tsx'
import { PaymentBlockNote } from '../../../shell/payment-block/payment-block-note.tsx'
import { AmountField } from './amount-field.tsx'
import { isEnough, isInRange, moneyText, rangeOf, amountInput } from './amount.ts'
import { CashbackDialog } from './cashback-dialog.tsx'
import { CashbackBadge, MethodChoice } from './method-choice.tsx'
import { isCodeShown, type LapsedTopUp, type PendingTopUp } from './orders.ts'
import { OutlookPanel } from './outlook-panel.tsx'
import { PendingNote } from './pending-note.tsx'
import { preloadCode } from './qr-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { Terms } from './terms.tsx'
import { useDraft, type Draft } from './use-draft.ts'
import type { TopUp } from './use-top-up.ts'

function rangeErrors({ amount, currency }: Draft): FieldErrors {
  if (amount !== null && isInRange(amount, currency)) return {}
  const { min, max } = rangeOf(currency)
  return { amount: textNow('top-up.outOfRange', { min: moneyText(min, currency), max: moneyText(max, currency) }) }
}

/** The button with the amount. Disabled while a payment is pending, and focused again afterwards. */
function PayButton({ draft: { amount, currency, isReady }, waiting }: { draft: Draft; waiting: boolean }) {
  const t = useText()
  const button = useRef<HTMLButtonElement>(null)
  const waited = useRef(false)
  useEffect(() => {
    if (waited.current && !waiting) button.current?.focus({ preventScroll: true })
    waited.current = waiting
  }, [waiting])
  return (
    <div>
      <SubmitButton
        ref={button}
        disabled={!isReady || waiting}
        busyLabel={t('top-up.starting')}
        className="max-sm:w-full"
      >
        {isEnough(amount)
          ? t('top-up.submitAmount', { amount: moneyText(decimalOf(amount), currency) })
          : t('top-up.submit')}
      </SubmitButton>
    </div>
  )
}

interface DraftFormProps {
  draft: Draft
  topUp: TopUp
  /** The payment that is pending in another window, or since an earlier visit. */
  waiting: PendingTopUp | null
  lapsed: LapsedTopUp | null
  onFees: () => void
  onCashback: () => void
}

function DraftForm({ draft, topUp, waiting, lapsed, onFees, onCashback }: DraftFormProps) {
  const t = useText()
  const { amount, channel, currency } = draft
  const until = draft.choice?.cashback_until ?? null
  // Of an earlier visit: at the top of the page. A new one: beside the button that began it, and focused.
  const isEarlier = waiting?.isResumed === true
  const note = waiting && (
    <PendingNote key={waiting.order.id} pending={waiting} onCode={topUp.showCode} onCancel={topUp.confirmCancel} />
  )

  async function submit() {
    if (amount === null) return
    draft.type(amountInput(amount))
    preloadAlert()
    if (channel === 'wxpay') preloadCode()
    await topUp.create({ amount, channel, currency })
  }

  return (
    <Form
      check={() => rangeErrors(draft)}
      submit={submit}
      onError={topUp.showFailure}
      className="grid grid-cols-1 gap-6"
    >
      {isEarlier && note}
      {lapsed && !waiting && (
        <Note
          tone="warn"
          announced
          title={t('top-up.lapsed', { amount: moneyText(decimalOf(lapsed.amount), currency) })}
        >
          {t('top-up.lapsedText')}
        </Note>
      )}
      <PaymentBlockNote />
      <AmountField currency={currency} typed={draft.typed} amount={amount} onType={draft.type} />
      <MethodChoice
        channels={draft.channels}
        available={draft.open}
        allowed={draft.free}
        value={channel}
        onChange={draft.choose}
        badge={until !== null && <CashbackBadge until={until} onPress={onCashback} />}
      />
      <Terms accepted={draft.accepted} onAccept={draft.accept} onFees={onFees} />
      <PayButton draft={draft} waiting={waiting !== null && !isEarlier} />
      {!isEarlier && note}
    </Form>
  )
}

interface TopUpFormProps {
  topUp: TopUp
  /** The top-up that the customer came to pay, where it is too late. */
  lapsed: LapsedTopUp | null
  /** True after a top-up, when the new form takes over the focus. */
  again: boolean
}

/** The first tab of the top-up screen (specification section 2): amount, payment method, terms and outlook. */
export function TopUpForm({ topUp, lapsed, again }: TopUpFormProps) {
  const draft = useDraft(lapsed)
  const { amount, choice, currency, example } = draft
  const [reading, setReading] = useState<'fees' | 'cashback' | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const until = choice?.cashback_until ?? null
  const waiting = topUp.pending && !isCodeShown(topUp.pending) ? topUp.pending : null
  const close = () => setReading(null)

  useEffect(() => {
    if (again) frame.current?.focus({ preventScroll: true })
  }, [again])

  // The note of an earlier visit's payment takes the button with it that had the focus.
  const isEarlier = topUp.pending?.isResumed === true
  const wasEarlier = useRef(isEarlier)
  useEffect(() => {
    if (wasEarlier.current && topUp.pending === null) frame.current?.focus({ preventScroll: true })
    wasEarlier.current = isEarlier
  }, [isEarlier, topUp.pending])

  return (
    <div
      ref={frame}
      tabIndex={-1}
      className="grid grid-cols-1 gap-6 outline-none lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-8"
    >
      <Card>
        <DraftForm
          draft={draft}
          topUp={topUp}
          waiting={waiting}
          lapsed={lapsed}
          onFees={() => setReading('fees')}
          onCashback={() => setReading('cashback')}
        />
      </Card>
      <OutlookPanel choice={choice} amount={amount} />
      {example !== null && (
        <RefundDialog open={reading === 'fees'} onClose={close} amount={example} currency={currency} />
      )}
      {until !== null && <CashbackDialog until={until} open={reading === 'cashback'} onClose={close} />}
    </div>
  )
}

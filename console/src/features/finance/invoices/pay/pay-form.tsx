import type { InvoiceDetail } from '@hongyan/contract/endpoints/finance/invoices'
import { decimalOf } from '@hongyan/contract/money'
import { readAmount } from '@hongyan/contract/typed-amount'
import { type Decline, declines } from '@hongyan/contract/vocabulary/payment'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../api/api.ts'
import { gap } from '../../../../i18n/gap.ts'
import { t as textNow, useText } from '../../../../i18n/text.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import { PaymentBlockNote } from '../../../../shell/payment-block/payment-block-note.tsx'
import { Button } from '../../../../ui/button.tsx'
import { CopyButton } from '../../../../ui/copy.tsx'
import { DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { Form, SubmitButton, type FieldErrors } from '../../../../ui/form.tsx'
import { ErrorHelp } from '../../../../ui/help-link.tsx'
import { Note } from '../../../../ui/note.tsx'
import { showError } from '../../../../ui/show-error.ts'
import { decimalsOf, known, moneyText, toCents, amountInput } from '../money.ts'
import type { Payment } from './use-payment.ts'
import { PaymentOptionChoice } from './payment-option-choice.tsx'
import { largestPayment, type PaymentOption, paymentOptions } from './payment-options.ts'

const LEAST = '0.01'

interface PayFormProps {
  detail: InvoiceDetail
  payment: Payment
  onClose: () => void
}

/** The class of a card's decline. */
function declineOf(error: ApiError): Decline | undefined {
  const { details } = error
  const decline = typeof details === 'object' && details !== null && 'decline' in details ? details.decline : undefined
  return declines.find((each) => each === decline)
}

function refusalOf(error: ApiError): string {
  if (error.code !== 'payment_failed') return error.message
  const decline = declineOf(error)
  return decline === undefined
    ? error.message
    : [textNow('invoices.declined'), textNow(`invoices.${decline}`)].join(gap())
}

/** Sends no request: staff book the transfer when it arrives. */
function BankReference({ reference }: { reference: string }) {
  const t = useText()
  return (
    <div className="grid gap-2 rounded-md border border-line bg-well p-4 text-sm">
      <p className="font-medium">{t('invoices.bankTitle')}</p>
      <p className="flex items-center gap-1.5 font-mono text-md">
        {reference}
        <CopyButton text={reference} what={t('invoices.reference')} />
      </p>
      <p className="text-ink-2">{t('invoices.bankText')}</p>
    </div>
  )
}

/** The saved cards. If they fail to load, the other methods still work. */
const useCards = () =>
  useQuery({
    queryKey: [api.paymentMethods.list.address],
    queryFn: ({ signal }) => api.paymentMethods.list({ query: { type: 'card' } }, signal),
  })

function rangeErrors(detail: InvoiceDetail, option: PaymentOption, typed: string): FieldErrors {
  const amount = readAmount(typed, detail.currency)
  if (amount === null) return { amount: textNow('invoices.payUnreadable') }
  const most = largestPayment(option.channel, detail)
  if (amount >= known(LEAST) && amount <= known(most)) return {}
  const values = { min: moneyText(LEAST, detail.currency), max: moneyText(most, detail.currency) }
  const isFunds = option.channel === 'balance' && amount > known(most) && amount <= toCents(detail.outstanding)
  return { amount: textNow(isFunds ? 'invoices.payBalanceWrong' : 'invoices.payWrong', values) }
}

/** Chooses amount and payment method. */
export function PayForm({ detail, payment, onClose }: PayFormProps) {
  const t = useText()
  const { currency, outstanding } = detail
  const cards = useCards()
  const [typed, type] = useState(() => amountInput(payment.entries?.amount ?? toCents(outstanding)))
  const [chosen, choose] = useState(payment.entries?.way ?? null)
  const [refused, setRefused] = useState<ApiError | null>(null)
  const options = paymentOptions(detail, cards.data ?? [])
  const option = options.find(({ value }) => value === chosen) ?? options[0]
  const amount = readAmount(typed, currency)
  const isTransfer = option?.channel === 'cash'

  async function submit() {
    setRefused(null)
    if (amount === null || option === undefined || option.channel === 'cash') return
    await payment.pay(amount, { channel: option.channel, ...(option.card && { card: option.card.id }) })
  }
  function failed(error: unknown) {
    if (error instanceof ApiError) setRefused(error)
    else showError(error)
  }
  return (
    <Form
      check={() => (option === undefined || isTransfer ? {} : rangeErrors(detail, option, typed))}
      submit={submit}
      onError={failed}
      className="contents"
    >
      <DialogBody>
        <PaymentBlockNote />
        {payment.isClosed && <Note tone="warn">{t('invoices.closed')}</Note>}
        {refused !== null && (
          <Note tone="bad" announced>
            {refusalOf(refused)} <ErrorHelp error={refused} />
          </Note>
        )}
        <TextField
          name="amount"
          label={t('invoices.payAmount')}
          hint={t('invoices.payHint', { outstanding: moneyText(outstanding, currency, decimalsOf([outstanding])) })}
          prefix={currency === 'USD' ? '$' : '¥'}
          trailing={<span className="text-sm text-ink-3">{currency}</span>}
          value={typed}
          onChange={({ target }) => type(target.value)}
          onBlur={() => amount !== null && type(amountInput(amount))}
          inputMode="decimal"
          autoComplete="off"
          maxLength={32}
          className="tabular-nums"
        />
        {!cards.isPending && option !== undefined && (
          <PaymentOptionChoice detail={detail} options={options} value={option.value} onChange={choose} />
        )}
        {isTransfer && detail.bank_reference !== null && <BankReference reference={detail.bank_reference} />}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{t(isTransfer ? 'invoices.okay' : 'ui.cancel')}</Button>
        {!isTransfer && (
          <SubmitButton disabled={option === undefined || cards.isPending} busyLabel={t('invoices.paying')}>
            {amount === null
              ? t('invoices.pay')
              : t('invoices.payNow', { amount: moneyText(decimalOf(amount), currency) })}
          </SubmitButton>
        )}
      </DialogFoot>
    </Form>
  )
}

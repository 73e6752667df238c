import type { RefundOffer } from '@hongyan/contract/endpoints/finance/refunds'
import { refund as limits } from '@hongyan/contract/limits/finance'
import { useState } from 'react'
import type { TextId } from '../../../../i18n/ids.ts'
import { useText } from '../../../../i18n/text.ts'
import { DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { type FieldErrors, Form, type FormValues, SubmitButton } from '../../../../ui/form.tsx'
import { showError } from '../../../../ui/show-error.ts'
import { TextArea } from '../../../../ui/text-area.tsx'
import { moneyText } from '@hongyan/contract/money-text'
import { Breakdown } from './breakdown.tsx'
import type { RefundRequest } from './confirm.tsx'
import { type AmountFault, readReason, sumOf, termsOf, amountInput } from './refund-request.ts'

const faults: Readonly<Record<AmountFault, TextId>> = {
  wrong: 'refund.amountWrong',
  range: 'refund.amountRange',
  nothing: 'refund.amountNothing',
}

interface RefundFormProps {
  offer: RefundOffer
  /** The values before the customer returned from the confirmation. */
  draft: RefundRequest | null
  onNext: (request: RefundRequest) => void
  onClose: () => void
}

/** Amount and reason. The breakdown follows every keystroke. */
export function RefundForm({ offer, draft, onNext, onClose }: RefundFormProps) {
  const t = useText()
  const terms = termsOf(offer)
  const [typed, setTyped] = useState(() => amountInput(draft?.sum.amount ?? terms.refundable))
  const sum = sumOf(typed, offer.currency, terms)
  const most = moneyText(offer.refundable, offer.currency, 2)

  function check({ reason = '' }: FormValues): FieldErrors {
    const least = moneyText(limits.least, offer.currency, 2)
    return {
      ...(typeof sum === 'string' && { amount: t(faults[sum], { least, most }) }),
      ...(readReason(reason) === null && { reason: t('refund.reasonWrong', limits.reason) }),
    }
  }
  async function submit({ reason = '' }: FormValues) {
    if (typeof sum !== 'string') onNext({ sum, reason: readReason(reason) ?? '' })
  }
  return (
    <Form check={check} submit={submit} onError={showError}>
      <DialogBody>
        <TextField
          label={t('refund.amount')}
          name="amount"
          prefix={offer.currency === 'USD' ? '$' : '¥'}
          trailing={<span className="text-sm text-ink-3">{offer.currency}</span>}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          hint={t('refund.amountHint', { most })}
          inputMode="decimal"
          autoComplete="off"
          maxLength={32}
        />
        <TextArea
          label={t('refund.reason')}
          name="reason"
          rows={3}
          defaultValue={draft?.reason}
          hint={t('refund.reasonHint', limits.reason)}
        />
        <Breakdown offer={offer} sum={typeof sum === 'string' ? null : sum} />
      </DialogBody>
      <DialogFoot onCancel={onClose}>
        <SubmitButton>{t('refund.next')}</SubmitButton>
      </DialogFoot>
    </Form>
  )
}

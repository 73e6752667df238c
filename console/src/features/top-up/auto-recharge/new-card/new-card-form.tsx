import type { AddedPaymentMethod } from '@hongyan/contract/endpoints/payment-methods'
import { useState } from 'react'
import { api } from '../../../../api/api.ts'
import { t as textNow, useText } from '../../../../i18n/text.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import { Button } from '../../../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { Form, SubmitButton, type FieldErrors, type FormValues } from '../../../../ui/form.tsx'
import { Note } from '../../../../ui/note.tsx'
import { showError } from '../../../../ui/show-error.ts'
import { bodyOf } from './card-body.ts'
import { AddressFields, CardFields } from './card-fields.tsx'
import { checkCard } from './check-card.ts'

const check = (values: FormValues): FieldErrors =>
  Object.fromEntries(Object.entries(checkCard(values)).map(([name, words]) => [name, textNow(words)]))

const wordsOf = ({ code, message }: ApiError): string =>
  code === 'card_token_required' ? textNow('auto-recharge.tokenRequired') : message

interface NewCardFormProps {
  onClose: () => void
  onAdded: (added: AddedPaymentMethod) => void
}

/** What is typed stands in its fields and in one call, and nowhere else: not in state, not in a cache, not in an error. */
export default function NewCardForm({ onClose, onAdded }: NewCardFormProps) {
  const t = useText()
  const [refused, setRefused] = useState<string | null>(null)

  async function submit(values: FormValues) {
    setRefused(null)
    const body = bodyOf(values)
    if (body) onAdded(await api.paymentMethods.add({ body }))
  }

  function failed(error: unknown) {
    if (error instanceof ApiError) setRefused(wordsOf(error))
    else showError(error)
  }

  return (
    <Form check={check} submit={submit} failed={failed}>
      <DialogBody>
        {refused !== null && (
          <Note tone="bad" announced>
            {refused}
          </Note>
        )}
        <CardFields />
        <AddressFields />
        <Note>{t('auto-recharge.taxation')}</Note>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <SubmitButton busyLabel={t('auto-recharge.adding')}>{t('auto-recharge.add')}</SubmitButton>
      </DialogFoot>
    </Form>
  )
}

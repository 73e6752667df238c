import type { CallOf } from '@hongyan/contract/endpoint'
import type { AddedPaymentMethod, paymentMethods } from '@hongyan/contract/endpoints/finance/payment-methods'
import { useState, type ReactNode } from 'react'
import { api } from '../../../../../api/api.ts'
import type { TextId } from '../../../../../i18n/ids.ts'
import { t as textNow, useText } from '../../../../../i18n/text.ts'
import { ApiError } from '../../../../../lib/api-error.ts'
import { DialogBody, DialogFoot } from '../../../../../ui/dialog.tsx'
import { Form, SubmitButton, type FieldErrors, type FormValues } from '../../../../../ui/form.tsx'
import { ErrorHelp } from '../../../../../ui/help-link.tsx'
import { Note } from '../../../../../ui/note.tsx'
import { showError } from '../../../../../ui/show-error.ts'
import { AddressFields, NameField } from './card-fields.tsx'

type Body = CallOf<typeof paymentMethods.add>['body']

const wordsOf = ({ code, message }: ApiError): string =>
  code === 'card_token_required' ? textNow('auto-recharge.tokenRequired') : message

/** Turns rules into messages by field. */
export const fieldMessages = (broken: Readonly<Record<string, TextId>>): FieldErrors =>
  Object.fromEntries(Object.entries(broken).map(([name, message]) => [name, textNow(message)]))

export interface NewCardProps {
  onClose: () => void
  onAdded: (added: AddedPaymentMethod) => void
}

interface CardFormProps extends NewCardProps {
  check: (values: FormValues) => FieldErrors
  /** Makes the body of the call, or a message why there is none. */
  bodyOf: (values: FormValues) => Promise<Body | string>
  disabled?: boolean
  /** The fields for the data on the card. */
  children: ReactNode
}

/** Card data stays in its fields and in one call: never in state, in a cache or in an error. */
export function CardForm({ check, bodyOf, disabled = false, onClose, onAdded, children }: CardFormProps) {
  const t = useText()
  const [refused, setRefused] = useState<string | ApiError | null>(null)

  async function submit(values: FormValues) {
    setRefused(null)
    const body = await bodyOf(values)
    if (typeof body === 'string') setRefused(body)
    else onAdded(await api.paymentMethods.add({ body }))
  }

  function failed(error: unknown) {
    if (error instanceof ApiError) setRefused(error)
    else showError(error)
  }

  return (
    <Form check={check} submit={submit} onError={failed}>
      <DialogBody>
        {refused !== null && (
          <Note tone="bad" announced>
            {typeof refused === 'string' ? refused : wordsOf(refused)} <ErrorHelp error={refused} />
          </Note>
        )}
        {children}
        <NameField />
        <AddressFields />
        <Note>{t('auto-recharge.taxation')}</Note>
      </DialogBody>
      <DialogFoot onCancel={onClose}>
        <SubmitButton disabled={disabled} busyLabel={t('auto-recharge.adding')}>
          {t('auto-recharge.add')}
        </SubmitButton>
      </DialogFoot>
    </Form>
  )
}

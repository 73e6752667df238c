import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { t as textNow, useText } from '../../../../../i18n/text.ts'
import { DialogBody } from '../../../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../../../ui/error-panel.tsx'
import type { FormValues } from '../../../../../ui/form.tsx'
import { Note } from '../../../../../ui/note.tsx'
import { Skeleton } from '../../../../../ui/skeleton.tsx'
import { choiceQuery } from '../../orders.ts'
import { bodyOf } from './card-body.ts'
import { CardFields } from './card-fields.tsx'
import { CardForm, fieldMessages, type NewCardProps } from './card-form.tsx'
import { checkCard } from './check-card.ts'

const StripeCardForm = lazy(async () => ({ default: (await import('./stripe/stripe-card-form.tsx')).StripeCardForm }))

const check = (values: FormValues) => fieldMessages(checkCard(values))

/** The card form with our own fields. */
function TypedCardForm(props: NewCardProps) {
  const read = async (values: FormValues) => bodyOf(values) ?? textNow('auto-recharge.expiryWrong')
  return (
    <CardForm {...props} check={check} bodyOf={read}>
      <CardFields />
    </CardForm>
  )
}

/** Shows our own fields or Stripe's, as the server requires (ruling 9). */
export default function NewCardForm(props: NewCardProps) {
  const t = useText()
  const { data, error, refetch } = useQuery(choiceQuery)
  if (data?.cards?.take === 'tokens') return <StripeCardForm {...props} publishableKey={data.cards.publishable_key} />
  if (data?.cards) return <TypedCardForm {...props} />
  return (
    <DialogBody>
      {data ? (
        <Note title={t('auto-recharge.noNewCards')} />
      ) : error ? (
        <ErrorPanel title={t('auto-recharge.formFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label={t('ui.loading')} />
      )}
    </DialogBody>
  )
}

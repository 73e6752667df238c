import { useEffect, useId } from 'react'
import { useText } from '../../../../../i18n/text.ts'
import { Button } from '../../../../../ui/button.tsx'
import { cx } from '../../../../../ui/cx.ts'
import { FieldError } from '../../../../../ui/field.tsx'
import { useFieldError, useForgive } from '../../../../../ui/form.tsx'
import { Note } from '../../../../../ui/note.tsx'
import { stripeFields } from './check-fields.ts'
import type { StripeFieldsState } from './use-stripe-fields.ts'

interface BoxProps {
  rule: (typeof stripeFields)[number]
  of: StripeFieldsState
}

/** The box around a field of Stripe's, which looks like ours. Whoever types into it has read what was wrong with it. */
function Box({ rule: { type, name, label }, of: { changes, mounted } }: BoxProps) {
  const t = useText()
  const id = useId()
  const forgive = useForgive()
  const change = changes[type]
  const error = useFieldError(name) ?? change?.error?.message
  useEffect(() => {
    if (change) forgive(name)
  }, [change, forgive, name])
  return (
    <div className={cx('grid content-start gap-1.5', type === 'cardNumber' && 'col-span-2')}>
      <label htmlFor={id} className="text-sm font-medium">
        {t(label)}
      </label>
      <div
        id={id}
        data-field={type}
        data-invalid={error !== undefined || undefined}
        tabIndex={-1}
        onFocus={({ target, currentTarget }) => target === currentTarget && mounted?.fields[type].focus()}
        className={cx(
          'h-11 rounded-md border bg-raised px-3 py-2.5 text-md text-ink outline-none sm:h-9 sm:py-2 sm:text-base',
          '[&.StripeElement--focus]:border-focus [&.StripeElement--focus]:ring-3 [&.StripeElement--focus]:ring-focus/22',
          error === undefined ? 'border-control' : 'border-bad-dot',
        )}
      />
      {error !== undefined && <FieldError>{error}</FieldError>}
    </div>
  )
}

/** What stands on the card, typed into frames of Stripe's: no number comes to this page (ruling 9). */
export function StripeFields({ of }: { of: StripeFieldsState }) {
  const t = useText()
  const { setFrame, mounted, failed, again } = of
  return (
    <>
      {failed && (
        <div className="grid justify-items-start gap-2">
          <Note tone="bad" announced>
            {t('auto-recharge.fieldsBlocked')}
          </Note>
          <Button size="small" onClick={again}>
            {t('ui.tryAgain')}
          </Button>
        </div>
      )}
      <div ref={setFrame} aria-busy={mounted === null && !failed} className="grid grid-cols-2 gap-4">
        {stripeFields.map((rule) => (
          <Box key={rule.type} rule={rule} of={of} />
        ))}
      </div>
    </>
  )
}

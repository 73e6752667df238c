import { useEffect, useId } from 'react'
import { useText } from '../../../../../../i18n/text.ts'
import { Button } from '../../../../../../ui/button.tsx'
import { cx } from '../../../../../../ui/cx.ts'
import { FieldError } from '../../../../../../ui/field.tsx'
import { useFieldError, useClearError } from '../../../../../../ui/form.tsx'
import { Note } from '../../../../../../ui/note.tsx'
import { stripeFields } from './check-fields.ts'
import type { StripeFieldsState } from './use-stripe-fields.ts'

interface BoxProps {
  rule: (typeof stripeFields)[number]
  of: StripeFieldsState
}

/** The box around one of Stripe's fields, styled like ours. Typing clears its error. */
function Box({ rule: { type, name, label }, of: { changes, mounted } }: BoxProps) {
  const t = useText()
  const id = useId()
  const forgive = useClearError()
  const change = changes[type]
  const error = useFieldError(name) ?? change?.error?.message
  useEffect(() => {
    if (change) forgive(name)
  }, [change, forgive, name])
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {t(label)}
      </label>
      <div
        className={cx(
          'flex h-11 items-center rounded-md border bg-raised px-3 has-[.StripeElement--focus]:border-focus sm:h-9',
          error === undefined ? 'border-control' : 'border-bad-dot',
        )}
      >
        <div
          id={id}
          data-field={type}
          data-invalid={error !== undefined || undefined}
          tabIndex={-1}
          onFocus={({ target, currentTarget }) => target === currentTarget && mounted?.fields[type].focus()}
          className="min-w-0 flex-1 text-md outline-none sm:text-base"
        />
      </div>
      {error !== undefined && <FieldError>{error}</FieldError>}
    </div>
  )
}

const [number, expiry, cvc] = stripeFields

/** The card's fields in Stripe's frames: no card number enters this page (ruling 9). */
export function StripeFields({ of }: { of: StripeFieldsState }) {
  const t = useText()
  const { setFrame, mounted, failed, again } = of
  return (
    <>
      {failed && (
        <div className="flex flex-col items-start gap-2">
          <Note tone="bad" announced>
            {t('auto-recharge.fieldsBlocked')}
          </Note>
          <Button size="small" onClick={again}>
            {t('ui.tryAgain')}
          </Button>
        </div>
      )}
      <div ref={setFrame} aria-busy={mounted === null && !failed} className="grid gap-4">
        <Box rule={number} of={of} />
        <div className="grid grid-cols-2 gap-4">
          <Box rule={expiry} of={of} />
          <Box rule={cvc} of={of} />
        </div>
      </div>
    </>
  )
}

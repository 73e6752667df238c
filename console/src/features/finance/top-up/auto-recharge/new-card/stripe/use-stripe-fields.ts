import { useCallback, useEffect, useState } from 'react'
import { currentLocale, t } from '../../../../../../i18n/text.ts'
import { type FieldChange, type FieldType, type StripeField, stripeJs, type StripeJs } from './stripe-js.ts'

type ByType<Value> = Readonly<Record<FieldType, Value>>

/** The state of each field: complete or not, never its value. */
export type Changes = Partial<ByType<FieldChange>>

interface Mounted {
  readonly stripe: StripeJs
  readonly fields: ByType<StripeField>
}

function colourOf(place: HTMLElement, looks: string): string {
  const probe = document.createElement('span')
  probe.className = looks
  place.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** A frame has none of this page's styles, so it gets the colours and font of the box around it. */
function styleOf(place: HTMLElement) {
  const { color, fontFamily, fontSize } = getComputedStyle(place)
  const placeholder = { color: colourOf(place, 'text-ink-3') }
  return {
    base: { color, fontFamily, fontSize, '::placeholder': placeholder },
    invalid: { color: colourOf(place, 'text-bad') },
  }
}

/** Mounts Stripe's fields into the boxes of `frame`. */
function mountIn(
  frame: HTMLElement,
  stripe: StripeJs,
  onChange: (type: FieldType, change: FieldChange) => void,
): Mounted {
  const elements = stripe.elements({ locale: currentLocale() === 'en' ? 'en' : 'zh' })
  const field = (type: FieldType): StripeField => {
    const place = frame.querySelector<HTMLElement>(`[data-field=${type}]`) ?? frame
    const hint = type === 'cardExpiry' ? { placeholder: t('auto-recharge.expiryHint') } : {}
    const made = elements.create(type, { style: styleOf(place), ...hint })
    made.on('change', (change) => onChange(type, change))
    made.mount(place)
    return made
  }
  const fields = { cardNumber: field('cardNumber'), cardExpiry: field('cardExpiry'), cardCvc: field('cardCvc') }
  fields.cardNumber.on('ready', () => fields.cardNumber.focus())
  return { stripe, fields }
}

/** Mounts Stripe's fields when their script has loaded, and unmounts them with the form. */
export function useStripeFields(publishableKey: string) {
  /** The element of the fields. A new object for the same element is a retry. */
  const [place, setPlace] = useState<{ readonly frame: HTMLElement } | null>(null)
  const [mounted, setMounted] = useState<Mounted | null>(null)
  const [failed, setFailed] = useState(false)
  const [changes, setChanges] = useState<Changes>({})

  useEffect(() => {
    let made: Mounted | null = null
    let left = false
    async function mount(frame: HTMLElement) {
      const stripe = await stripeJs(publishableKey)
      if (left) return
      const onChange = (type: FieldType, change: FieldChange) => setChanges((before) => ({ ...before, [type]: change }))
      made = mountIn(frame, stripe, onChange)
      setMounted(made)
    }
    if (place) mount(place.frame).catch(() => left || setFailed(true))
    return () => {
      left = true
      for (const field of Object.values(made?.fields ?? {})) field.destroy()
    }
  }, [publishableKey, place])

  return {
    setFrame: useCallback((frame: HTMLElement | null) => setPlace(frame && { frame }), []),
    mounted,
    failed,
    changes,
    again: () => {
      setFailed(false)
      setPlace((before) => before && { ...before })
    },
  }
}

export type StripeFieldsState = ReturnType<typeof useStripeFields>

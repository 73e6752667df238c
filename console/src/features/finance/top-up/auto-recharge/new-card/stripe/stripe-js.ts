/**
 * The part of Stripe.js that the card form uses (https://docs.stripe.com/js). It is always loaded from Stripe itself.
 */

export interface FieldChange {
  readonly complete: boolean
  readonly empty: boolean
  readonly error?: { readonly message: string } | undefined
}

/** A field in one of Stripe's frames. Its value never enters this page. */
export interface StripeField {
  mount: (place: HTMLElement) => void
  on: ((event: 'change', handler: (change: FieldChange) => void) => void) &
    ((event: 'ready', handler: () => void) => void)
  focus: () => void
  destroy: () => void
}

export type FieldType = 'cardNumber' | 'cardExpiry' | 'cardCvc'

interface FieldStyle {
  readonly base: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly invalid: { readonly color: string }
}

interface StripeFields {
  create: (type: FieldType, options: { readonly style: FieldStyle; readonly placeholder?: string }) => StripeField
}

/** The billing details in Stripe's form. */
export interface BillingDetails {
  readonly name: string
  readonly address: Readonly<Record<'country' | 'line1' | 'city' | 'state' | 'postal_code', string>> & {
    readonly line2?: string
  }
}

export interface StripeJs {
  elements: (options: { readonly locale: 'en' | 'zh' }) => StripeFields
  createPaymentMethod: (card: {
    readonly type: 'card'
    readonly card: StripeField
    readonly billing_details: BillingDetails
  }) => Promise<{
    readonly paymentMethod?: { readonly id: string }
    readonly error?: { readonly message?: string }
  }>
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => StripeJs
  }
}

const ADDRESS = 'https://js.stripe.com/v3/'

let loading: Promise<void> | null = null

function fetchScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = ADDRESS
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('Stripe.js could not be loaded'))
    })
    document.head.append(script)
  })
}

/** Loads Stripe.js with the account's key for the first card. A failed load can be repeated. */
export async function stripeJs(publishableKey: string): Promise<StripeJs> {
  loading ??= fetchScript()
  await loading.catch((error: unknown) => {
    loading = null
    throw error
  })
  if (!window.Stripe) throw new Error('Stripe.js did not start')
  return window.Stripe(publishableKey)
}

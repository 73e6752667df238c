import type { PayersMethod } from '@hongyan/contract/vocabulary/payment'
import { z } from 'zod'
import type { OrderEvent } from '../provider.ts'
import { Name } from '../webhook.ts'

/** The fields of a charge. Stripe copies the metadata of the payment, which name our order. */
const Charge = z.object({
  metadata: z.object({ order_id: Name.optional() }).nullish().catch(null),
  payment_method_details: z
    .object({
      type: z.string(),
      card: z.object({ brand: z.string().nullish(), wallet: z.object({ type: z.string() }).nullish() }).nullish(),
    })
    .nullish(),
})

const wallets: ReadonlyMap<string, PayersMethod> = new Map([
  ['apple_pay', 'applepay'],
  ['google_pay', 'googlepay'],
])

const methods: ReadonlyMap<string, PayersMethod> = new Map([
  ['paypal', 'paypal'],
  ['alipay', 'alipay'],
  ['wechat_pay', 'wxpay'],
])

/**
 * The payer's method of a charge: the wallet, else UnionPay or any card. Null for a method without a label (specification
 * section 3), and for a charge without an order of ours: those of saved cards are known to be of a card.
 */
export function chargeEvent(object: unknown): Pick<OrderEvent, 'about' | 'update'> | null {
  const { metadata, payment_method_details: details } = Charge.parse(object)
  const reference = metadata?.order_id
  const method = details?.type === 'card' ? ofCard(details.card ?? {}) : methods.get(details?.type ?? '')
  if (reference === undefined || method === undefined) return null
  return { about: { reference }, update: { kind: 'method', method } }
}

interface CardDetails {
  readonly brand?: string | null | undefined
  readonly wallet?: { readonly type: string } | null | undefined
}

const ofCard = ({ brand, wallet }: CardDetails): PayersMethod =>
  wallets.get(wallet?.type ?? '') ?? (brand === 'unionpay' ? 'unionpay' : 'card')

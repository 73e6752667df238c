import { type TopUpChannel, topUpChannels } from '@hongyan/contract/vocabulary/payment'
import type { Pool } from 'pg'
import { inTransaction } from '../../../db/tx.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { CardProvider, KeptCard, OfferedCards } from '../cards.ts'
import type { OfferedChannels } from '../offered.ts'
import type { PaymentOrder, PaymentProvider, PaymentState } from '../provider.ts'
import { centsOf } from '../terms.ts'
import { createCards } from './cards.ts'
import type { SandboxKeys } from './keys.ts'
import { createPayments, type SandboxPayment } from './payments.ts'
import { createRefunds } from './refunds.ts'

export interface InProcessDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly keys: () => Promise<Pick<SandboxKeys, 'stripeApi'>>
}

/** The sandbox's payment services without their wire. */
export interface InProcessPayments {
  readonly channels: OfferedChannels
  readonly cards: OfferedCards
  /** The payer pays an order. */
  readonly pay: (channel: TopUpChannel, reference: string) => Promise<void>
}

type Stores = Pick<ReturnType<typeof storesOf>, 'payments' | 'refunds'>

/**
 * Offers the sandbox's payments to code that runs while no server listens, such as the seed of the demo. The rows are
 * those that the wire would write, so a running server continues them. No webhook is stored: the caller polls.
 */
export function createInProcessPayments(deps: InProcessDeps): InProcessPayments {
  const stores = storesOf(deps)
  const { payments, cards } = stores
  const cardProvider = cardsOf(deps, cards)
  return {
    channels: new Map(
      topUpChannels.map((channel) => [channel, { test: true, provider: async () => providerOf(channel, stores) }]),
    ),
    cards: { channel: 'stripe', test: true, takes: 'numbers', provider: async () => cardProvider },
    async pay(channel, reference) {
      const payment = await payments.byReference(channel, reference)
      if (payment !== null) await payments.pay(payment.id)
    },
  }
}

function storesOf({ pool, clock, keys }: InProcessDeps) {
  const silent = { pool, clock, isSilent: true }
  return {
    payments: createPayments(silent),
    refunds: createRefunds(silent),
    cards: createCards({ pool, clock, keys, storeWebhook: async () => undefined }),
  }
}

const noWebhook = { status: 404, contentType: 'text/plain', body: '' }

function providerOf(channel: TopUpChannel, { payments, refunds }: Stores): PaymentProvider {
  const query = async (order: PaymentOrder): Promise<PaymentState> =>
    stateOf(order, await payments.byReference(channel, order.reference))
  const queryRefund: PaymentProvider['queryRefund'] = async ({ reference }) => {
    const refund = await refunds.byReference(channel, refundReference(channel, reference))
    return refund === null ? { kind: 'absent' } : { kind: 'refunded', remoteId: refund.id }
  }
  return {
    channel,
    async open({ reference, amount, currency, expiresAt }) {
      const payment = await payments.create({
        service: channel,
        reference,
        currency: channel === 'stripe' ? currency.toLowerCase() : currency,
        amount: BigInt(centsOf(amount)),
        subject: 'Account top-up',
        webhookPath: `/callbacks/${channel}`,
        returnUrl: null,
        cancelUrl: null,
        expiresAt,
      })
      return {
        kind: 'opened',
        action: channel === 'wxpay' ? 'qrcode' : 'open',
        payload: `/sandbox/pay/${payment.id}`,
        remoteId: channel === 'stripe' ? payment.id : null,
      }
    },
    query,
    async close(order) {
      const payment = await payments.byReference(channel, order.reference)
      if (payment !== null) await payments.close(payment.id)
      return query(order)
    },
    async refund(refund) {
      const { reference, order, paymentId, amount } = refund
      await refunds.create({
        service: channel,
        reference: refundReference(channel, reference),
        paymentId,
        orderReference: order.reference,
        amount: BigInt(centsOf(amount)),
        total: BigInt(centsOf(order.amount)),
        currency: channel === 'stripe' ? order.currency.toLowerCase() : order.currency,
        metadata: channel === 'stripe' ? { refund_id: reference, order_id: order.reference } : {},
        webhookPath: `/callbacks/${channel}`,
      })
      return queryRefund(refund)
    },
    queryRefund,
    receive: () => ({ kind: 'forged', reason: 'in_process' }),
    responses: { received: noWebhook, forged: noWebhook, retryLater: noWebhook },
  }
}

/** Stripe's merchants have no number of their own for a refund, so the adapter sends it as the idempotency key. */
const refundReference = (channel: TopUpChannel, reference: string): string =>
  channel === 'stripe' ? `refund:${reference}` : reference

function stateOf({ amount, currency }: PaymentOrder, payment: SandboxPayment | null): PaymentState {
  if (payment === null) return { kind: 'absent' }
  if (payment.status === 'paid') return { kind: 'paid', amount, currency, paymentId: payment.paymentId }
  return { kind: payment.status === 'closed' ? 'closed' : 'pending' }
}

function cardsOf({ pool }: InProcessDeps, cards: ReturnType<typeof createCards>): CardProvider {
  const refused = { kind: 'refused', reason: 'in_process' } as const
  return {
    channel: 'stripe',
    customer: async (_, email) => ({ customer: await inTransaction(pool, (tx) => cards.newCustomer(tx, email)) }),
    async save({ customer, card: typed, returnUrl }) {
      const card = 'number' in typed ? await cards.newCard(typed) : null
      if (card === null) return refused
      const setup = await inTransaction(pool, (tx) => cards.setUp(tx, { customer, card, returnUrl }))
      const { id: remoteId, last4, expMonth, expYear, brand, fingerprint } = card
      const kept: KeptCard = { remoteId, last4, expMonth, expYear, brand, fingerprint }
      return setup.status === 'succeeded' ? { kind: 'saved', card: kept, setupId: setup.id } : refused
    },
    async charge({ attempt, account, customer, card: id, amount, currency }) {
      const card = await cards.cardById(id)
      if (card === null) return refused
      const metadata = { attempt, account_id: account }
      const charge = { customer, card, amount: BigInt(centsOf(amount)), currency: currency.toLowerCase(), metadata }
      const { id: paymentId, status } = await inTransaction(pool, (tx) => cards.charge(tx, charge))
      return status === 'succeeded' ? { kind: 'succeeded', paymentId } : { kind: 'authentication_required', paymentId }
    },
    querySetup: async () => refused,
    queryCharge: async () => refused,
    async forget(card) {
      await cards.detach(card)
      return null
    },
    receive: () => ({ kind: 'forged', reason: 'in_process' }),
  }
}

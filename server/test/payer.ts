import { account } from '@hongyan/contract/endpoints/account/account'
import { topUp, type TopUpOrder } from '@hongyan/contract/endpoints/finance/top-up'
import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import { alone } from '../src/db/tx.ts'
import { verifyLedger, wholeDetail } from '../src/ledger/verify.ts'
import type { SandboxEvent, SandboxPayment } from '../src/providers/payments/sandbox/payments.ts'
import { signedEvent } from '../src/providers/payments/sandbox/stripe-signing.ts'
import type { SandboxPayments } from '../src/providers/payments/sandbox/sandbox-payments.ts'
import type { AccountChoice, Answer, SignedIn, World } from './world.ts'

/** The contents of a genuine webhook, where they differ from a plain payment. */
export interface WebhookChoice {
  readonly event?: SandboxEvent
  /** In cents. */
  readonly claimed?: bigint
  readonly payment?: Partial<SandboxPayment>
}

/** A signed-in owner who pays by one channel. Needs a world that listens. */
export interface Payer extends SignedIn {
  readonly channel: TopUpChannel
  readonly currency: 'USD' | 'CNY'
  readonly begin: (amount: string) => Promise<TopUpOrder>
  /** Opens the order's pay page. Returns the service's id of the payment. */
  readonly arrive: (order: TopUpOrder) => Promise<string>
  /** Opens the pay page and pays. The webhook is still due. */
  readonly pay: (order: TopUpOrder) => Promise<void>
  /** Sends a webhook signed by the service. */
  readonly sendWebhook: (order: TopUpOrder, contents?: WebhookChoice) => Promise<Answer>
  readonly check: (...orders: readonly TopUpOrder[]) => Promise<{ readonly status: number; readonly extra: object }>
  readonly balance: () => Promise<string>
}

export async function newPayer(world: World, channel: TopUpChannel, choice: AccountChoice = {}): Promise<Payer> {
  const partition = channel === 'stripe' ? 'us' : 'cn'
  const currency = channel === 'stripe' ? 'USD' : 'CNY'
  const owner = await world.account({ partition, balance: '0', ...choice })
  const arrive: Payer['arrive'] = async ({ payload }) => {
    if (channel !== 'alipay') return idIn(payload)
    const { headers } = await fetch(payload, { redirect: 'manual' })
    return idIn(headers.get('location') ?? '')
  }
  return {
    ...owner,
    channel,
    currency,
    arrive,
    begin: (amount) => owner.call(topUp.create, { body: { amount, channel, currency } }),
    pay: async (order) => sandboxOf(world).pay(await arrive(order)),
    sendWebhook: async (order, contents = {}) => webhookOf(world, channel, await arrive(order), contents),
    check: (...orders) => owner.call(topUp.check, { query: {}, body: { id: orders.map(({ id }) => id), channel } }),
    balance: async () => (await owner.call(account.get)).balance_amount,
  }
}

const idIn = (address: string): string => new URL(address).pathname.split('/').at(-1) ?? ''

export function sandboxOf({ payments }: World): SandboxPayments {
  if (payments.sandbox === null) throw new Error('this world has no sandbox')
  return payments.sandbox
}

async function webhookOf(world: World, channel: TopUpChannel, id: string, choice: WebhookChoice): Promise<Answer> {
  const { services, payments } = sandboxOf(world)
  const payment = await payments.byId(id)
  if (payment === null) throw new Error(`there is no payment ${id}`)
  const { event = 'paid', claimed = payment.amount } = choice
  const now = world.clock.now()
  const status = event === 'closed' ? 'closed' : 'paid'
  const changed: SandboxPayment = { ...payment, status, paidAt: now, ...choice.payment }
  return callBack(world, channel, await services[channel].webhook({ payment: changed, event, claimed, now }))
}

/** Posts an event of any content, signed as Stripe does. */
export async function postStripe(world: World, event: object): Promise<Answer> {
  const { stripe } = await sandboxOf(world).settings()
  return callBack(world, 'stripe', signedEvent(event, stripe.webhookSecrets[0] ?? '', world.clock.now()))
}

/** Posts any body to a webhook endpoint. */
export async function callBack(
  { app }: World,
  channel: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
): Promise<Answer> {
  const reply = await app.inject({ method: 'POST', url: `/callbacks/${channel}`, headers, payload: body })
  return { status: reply.statusCode, headers: reply.headers, body: reply.body }
}

/** Advances the clock and sends the webhooks that are due by then. Returns how many. */
export async function deliverWebhooksWithin(world: World, millis: number): Promise<number> {
  world.clock.advance(millis)
  return sandboxOf(world).round()
}

/** The findings of both proofs of the ledger. */
export async function findings({ pool, clock }: World): Promise<readonly unknown[]> {
  const { signal } = new AbortController()
  return (await verifyLedger(alone(pool), wholeDetail(clock.now()), signal)).findings
}

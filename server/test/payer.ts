import { account } from '@hongyan/contract/endpoints/account/account'
import { topUp, type TopUpOrder } from '@hongyan/contract/endpoints/finance/top-up'
import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import { alone } from '../src/db/tx.ts'
import { verifyLedger, wholeDetail } from '../src/ledger/verify.ts'
import type { SandboxEvent, SandboxPayment } from '../src/providers/payments/sandbox/payments.ts'
import type { SandboxPayments } from '../src/providers/payments/sandbox/sandbox-payments.ts'
import type { AccountChoice, Answer, SignedIn, World } from './world.ts'

/** What a genuine webhook says, where it is not simply that the order was paid. */
export interface WebhookChoice {
  readonly event?: SandboxEvent
  /** In hundredths. */
  readonly claimed?: bigint
  readonly payment?: Partial<SandboxPayment>
}

/** An owner in front of one channel, at a world that listens. */
export interface Payer extends SignedIn {
  readonly channel: TopUpChannel
  readonly currency: 'USD' | 'CNY'
  readonly begin: (amount: string) => Promise<TopUpOrder>
  /** Follows the order to its pay page; answers what the service calls it. */
  readonly arrive: (order: TopUpOrder) => Promise<string>
  /** Follows the order and pays it; its webhook is still to come. */
  readonly pay: (order: TopUpOrder) => Promise<void>
  /** Posts a webhook that its service has signed. */
  readonly tell: (order: TopUpOrder, telling?: WebhookChoice) => Promise<Answer>
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
    tell: async (order, telling = {}) => webhookOf(world, channel, await arrive(order), telling),
    check: (...orders) => owner.call(topUp.check, { query: {}, body: { id: orders.map(({ id }) => id), channel } }),
    balance: async () => (await owner.call(account.get)).balance_amount,
  }
}

const idIn = (address: string): string => new URL(address).pathname.split('/').at(-1) ?? ''

export function sandboxOf({ payments }: World): SandboxPayments {
  if (payments.sandbox === null) throw new Error('this world has no sandbox')
  return payments.sandbox
}

async function webhookOf(world: World, channel: TopUpChannel, id: string, telling: WebhookChoice): Promise<Answer> {
  const { services, payments } = sandboxOf(world)
  const payment = await payments.byId(id)
  if (payment === null) throw new Error(`there is no payment ${id}`)
  const { event = 'paid', claimed = payment.amount } = telling
  const now = world.clock.now()
  const status = event === 'closed' ? 'closed' : 'paid'
  const told: SandboxPayment = { ...payment, status, paidAt: now, ...telling.payment }
  return callBack(world, channel, await services[channel].webhook({ payment: told, event, claimed, now }))
}

/** Whatever somebody posts to a callback. */
export async function callBack(
  { app }: World,
  channel: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
): Promise<Answer> {
  const reply = await app.inject({ method: 'POST', url: `/callbacks/${channel}`, headers, payload: body })
  return { status: reply.statusCode, headers: reply.headers, body: reply.body }
}

/** Lets the sandbox's services post what is due within so many milliseconds. */
export async function deliverWebhooksWithin(world: World, millis: number): Promise<number> {
  world.clock.advance(millis)
  return sandboxOf(world).round()
}

/** What both proofs find wrong. */
export async function findings({ pool, clock }: World): Promise<readonly unknown[]> {
  const { signal } = new AbortController()
  return (await verifyLedger(alone(pool), wholeDetail(clock.now()), signal)).findings
}

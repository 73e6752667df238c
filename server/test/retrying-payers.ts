import { setTimeout as sleep } from 'node:timers/promises'
import type { TopUpOrder } from '@hongyan/contract/endpoints/finance/top-up'
import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'

const PAUSE = 100
const ANSWER_WITHIN = 8_000

export interface PlannedPayment {
  readonly channel: TopUpChannel
  /** The amount, whose last two digits choose the sandbox's behaviour. */
  readonly amount: string
}

/** An owner's sign-in, and the server's current address. */
export interface Payer {
  readonly address: () => string
  readonly identifier: string
  readonly password: string
}

/**
 * Creates a top-up and pays it on the sandbox's pay page. Retries a call without a response: as a new order where none
 * was returned, so the first one stays unpaid.
 */
export interface RetryingPayer {
  readonly begin: (planned: PlannedPayment) => Promise<TopUpOrder>
  readonly pay: (planned: PlannedPayment) => Promise<void>
}

/** Signs in once: a session outlives the server. */
export async function newRetryingPayer(payer: Payer): Promise<RetryingPayer> {
  const { address, identifier, password } = payer
  const signedIn = await untilAnswered(() =>
    post(address(), `/api${pathOf(addresses.session.create)}`, { json: { identifier, password } }),
  )
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const begin = async ({ channel, amount }: PlannedPayment): Promise<TopUpOrder> => {
    const json = { amount, channel, currency: channel === 'stripe' ? 'USD' : 'CNY' }
    const answer = await untilAnswered(() => post(address(), `/api${pathOf(addresses.topUp.create)}`, { json, cookie }))
    return (await answer.json()) as TopUpOrder // the contract's type of the response
  }
  const arrive = async ({ payload }: TopUpOrder, channel: TopUpChannel): Promise<string> => {
    if (channel !== 'alipay') return lastPart(payload)
    const answer = await untilAnswered(() => get(address(), payload))
    return lastPart(answer.headers.get('location') ?? '')
  }
  const pay = async (planned: PlannedPayment): Promise<void> => {
    const id = await arrive(await begin(planned), planned.channel)
    await untilAnswered(() => post(address(), `/sandbox/checkout/${id}/pay`, {}))
  }
  return { begin, pay }
}

const pathOf = (called: string): string => called.slice(called.indexOf(' ') + 1)
const lastPart = (address: string): string => new URL(address, 'http://localhost').pathname.split('/').at(-1) ?? ''

interface Parts {
  readonly json?: unknown
  readonly cookie?: string
}

const post = (address: string, path: string, { json, cookie }: Parts): Promise<Response> =>
  fetch(`${address}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      origin: new URL(address).origin,
      ...(cookie === undefined ? {} : { cookie }),
      'content-type': json === undefined ? 'application/x-www-form-urlencoded' : 'application/json',
    },
    body: json === undefined ? '' : JSON.stringify(json),
    signal: AbortSignal.timeout(ANSWER_WITHIN),
  })

/** Requests an address that an earlier server gave out from the current server, which may have another origin. */
const get = (address: string, given: string): Promise<Response> => {
  const { pathname, search } = new URL(given)
  return fetch(`${address}${pathname}${search}`, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_WITHIN) })
}

/** Retries until there is a response below 500. A refusal is a bug of the test. */
async function untilAnswered(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await ask().catch(() => null)
    if (answer !== null && answer.status < 400) return answer
    if (answer !== null && answer.status < 500) throw new Error(`refused: ${answer.status} ${await answer.text()}`)
    await sleep(PAUSE)
  }
}

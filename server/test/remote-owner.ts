import { session } from '@hongyan/contract/endpoints/account/session'
import { cookieOf, type Delivery, type Visitor, visitorOver } from './world.ts'

/** Delivers requests to a server in a process of its own. */
const deliveryTo =
  (address: string): Delivery =>
  async ({ method, url, query, headers, payload }) => {
    const reply = await fetch(`${address}${url}?${new URLSearchParams(query).toString()}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...headers,
        ...(method !== 'GET' && { origin: new URL(address).origin }),
      },
      ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
    })
    const rawPayload = Buffer.from(await reply.arrayBuffer())
    const set = { 'set-cookie': reply.headers.getSetCookie() }
    const type = { 'content-type': reply.headers.get('content-type') ?? '' }
    return { statusCode: reply.status, headers: { ...type, ...set }, body: rawPayload.toString('utf8'), rawPayload }
  }

/** Signs an owner in to the console of a server in a process of its own. */
export async function signInTo(address: string, identifier: string, password: string): Promise<Visitor> {
  const deliver = deliveryTo(address)
  const answer = await visitorOver(deliver, {}).ask(session.create, { body: { identifier, password } })
  if (answer.status !== 200) throw new Error(`${identifier} cannot sign in: ${JSON.stringify(answer.body)}`)
  return visitorOver(deliver, { cookie: cookieOf(answer) })
}

import { expect } from 'vitest'
import { codeSentTo } from '../codes.ts'
import { payOrder } from '../pay-order.ts'
import { type CallName, calls, type SpecifiedCall } from './calls.ts'
import { type Caller, newPhone, type Sent, type World } from './world.ts'

type Named = Readonly<Record<string, unknown>>

const isNamed = (value: unknown): value is Named => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every name of a body, with those inside another one. */
const namesOf = (body: object): readonly string[] =>
  Object.entries(body).flatMap(([name, value]: [string, unknown]) => [name, ...(isNamed(value) ? namesOf(value) : [])])

/** The value under a path of names. */
const under = (value: unknown, path: string): unknown =>
  path.split('/').reduce((found, name) => (isNamed(found) ? found[name] : undefined), value)

/** A card of Stripe's test mode, with every field that the table lists. */
export const newCard = {
  type: 'card',
  card: { number: '4242424242424242', exp_month: 6, exp_year: 2035, cvc: '123' },
  billing_name: 'Ada Lin',
  addr_country: 'SG',
  addr_line1: '1 Raffles Place',
  addr_line2: 'Level 2',
  addr_city: 'Singapore',
  addr_state: 'Singapore',
  addr_zip: '048616',
} as const

interface Sender {
  readonly send: <Made>(name: CallName, by: Caller, sent?: Sent, path?: string) => Promise<Made>
  /** The rows that were sent, with the names that their queries and bodies had. */
  readonly sent: ReadonlyMap<CallName, ReadonlySet<string>>
}

/** Sends calls as the table writes them, and parses each reply by the contract and by the table's names. */
function newSender(): Sender {
  const sent = new Map<CallName, Set<string>>()
  const send: Sender['send'] = async <Made>(name: CallName, by: Caller, parts: Sent = {}, path?: string) => {
    const call: SpecifiedCall = calls[name]
    const [method = '', written = ''] = name.split(/ (.+)/)
    const names = sent.get(name) ?? new Set()
    sent.set(name, names)
    // The configuration goes back whole, as it came.
    if (call.request.length > 0) for (const each of namesOf({ ...parts.query, ...parts.body })) names.add(each)
    const { status, body } = await by.ask(method, path ?? written, parts)
    expect({ name, status, body }).toMatchObject({ status: 200 })
    const schema = call.schemas[path ?? written] ?? Object.values(call.schemas)[0]
    schema?.parse(body)
    const [entry] = Array.isArray(body) ? (body as unknown[]) : [body]
    for (const each of call.reply) {
      expect({ name, each, value: under(entry, each) }).not.toMatchObject({ value: undefined })
    }
    return body as Made // the schema has parsed it
  }
  return { send, sent }
}

interface Identified {
  readonly id: string
}
interface Order extends Identified {
  readonly payload: string
}
interface Key extends Identified {
  readonly key: string
}

/** Requests a code for a contact, reads it in the inbox and gets its token. */
async function tokenFor(
  { server }: World,
  { send }: Sender,
  by: Caller,
  scene: string,
  to: { readonly phone: string } | { readonly email: string },
  via: string,
): Promise<string> {
  const [address = ''] = Object.values<string>(to)
  await send('POST /verif/code', by, { body: { scene, ...to, via } })
  const code = await codeSentTo(server, address)
  const { token } = await send<{ readonly token: string }>('POST /verif/verification', by, {
    body: { ...to, code, scene },
  })
  return token
}

/** Sends every call of the table, as owners of both partitions. Returns the rows with the names that they had. */
export async function sendEveryCall(world: World, dollars: Caller, yuan: Caller) {
  const sender = newSender()
  const { send } = sender
  await send('GET /account', dollars)
  const configuration = await send<object>('GET /configuration/service/sms', dollars)
  expect(await send('POST /configuration/service/sms', dollars, { body: configuration })).toEqual(configuration)
  await send('GET /configuration/upstream', dollars)
  await send('GET /lookup/regions', dollars)
  await send('GET /plugins', dollars)
  await send('GET /public/sms/templates', dollars)
  for (const [period, days] of [
    ['7d', 8],
    ['30d', 31],
  ] as const) {
    expect(await send('GET /statistics/summary', dollars, { query: { period } })).toHaveLength(days)
  }

  const saved = await send<Identified>('PUT /paymentMethods', dollars, { body: newCard })
  const [listed] = await send<readonly Identified[]>('GET /paymentMethods', dollars, { query: { type: 'card' } })
  expect(listed?.id).toBe(saved.id)
  await send('POST /topup/auto', dollars, {
    body: { enable: true, below: 10, topup: 100, pm_id: saved.id, agreed: true },
  })

  await send('POST /topup', dollars, { body: { amount: 20, channel: 'stripe', currency: 'USD' } })
  const byQr = await send<Order>('POST /topup', yuan, { body: { amount: 20, channel: 'wxpay', currency: 'CNY' } })
  const order = await send<Order>('POST /topup', yuan, { body: { amount: 1000, channel: 'alipay', currency: 'CNY' } })
  await payOrder(order.payload)
  const ts = String(Date.now())
  const paid = { query: { ts }, body: { id: [order.id], channel: 'alipay' } }
  expect(await send('POST /transactions/multi/check', yuan, paid)).toMatchObject({
    status: 1,
    extra: { cashback: expect.stringMatching(/^\d\.\d{6}$/) as string },
  })
  await send('POST /transactions/multi/check', yuan, { query: { ts }, body: { id: [byQr.id], channel: 'wxpay' } })

  const made = await send<Key>('PUT /credentials', dollars, { body: { mode: 2 } })
  const page = { limit: '20', offset: '0', status: '0' }
  const keys = await send<readonly Key[]>('GET /credentials', dollars, { query: page })
  expect(keys.map(({ id }) => id)).toContain(made.id)
  const { id, key } = made
  const changed = await send('PATCH /credentials/{id}', dollars, { body: { id, key, mode: 1 } }, `/credentials/${id}`)
  expect(changed).toMatchObject({ id, key, mode: 1 })
  await send('DELETE /credentials/{id}', dollars, {}, `/credentials/${id}`)
  const name = { firstname: 'Mei', lastname: 'Tan', gender: 2 }
  expect(await send('PATCH /account/profile', dollars, { body: name })).toMatchObject({ ...name, fullname: 'Mei Tan' })

  const phone = newPhone()
  const email = 'new-address@example.com'
  const tokenOf = (scene: string, to: { readonly phone: string } | { readonly email: string }, via: string) =>
    tokenFor(world, sender, dollars, scene, to, via)
  const bound = await send(
    'POST /account/change/{phone or email}',
    dollars,
    {
      body: {
        phone,
        token: await tokenOf('verif_bind_phone', { phone }, 'whatsapp'),
        rebindVia: 'email',
        rebindToken: await tokenOf('verif_verify_email', { email: dollars.identifier }, 'email'),
      },
    },
    '/account/change/phone',
  )
  expect(bound).toMatchObject({ phone })
  const moved = await send(
    'POST /account/change/{phone or email}',
    dollars,
    {
      body: {
        email,
        token: await tokenOf('verif_change_email', { email }, 'email'),
        rebindVia: 'phone',
        rebindToken: await newestToken(world, sender, dollars, phone),
      },
    },
    '/account/change/email',
  )
  expect(moved).toMatchObject({ email })
  await send('POST /account/change/password', dollars, {
    body: { curpassword: dollars.password, password: 'grey goose' },
  })
  return sender.sent
}

/** The token of a second code to a phone. */
async function newestToken({ server }: World, { send }: Sender, by: Caller, phone: string): Promise<string> {
  const scene = 'verif_verify_phone'
  await send('POST /verif/code', by, { body: { scene, phone, via: 'sms' } })
  const code = await codeSentTo(server, phone, 2)
  const { token } = await send<{ readonly token: string }>('POST /verif/verification', by, {
    body: { phone, code, scene },
  })
  return token
}

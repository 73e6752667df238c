import { newEndpointSettings } from '@hongyan/contract/webhook-rules'
import { expect, vi } from 'vitest'
import { patience } from '../patience.ts'
import { payOrder } from '../pay-order.ts'
import { newCard } from './send-calls.ts'
import type { Caller, World } from './world.ts'

/** The ids of made records, by the names that addresses have for them. */
export type Made = Readonly<Record<string, string>>

interface Stored {
  readonly id: string
}
interface Key extends Stored {
  readonly key: string
}

/** A picture of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const photo = Buffer.from(PNG, 'base64')
const HOUR = 3_600_000

/** Sends a message to each number, from a key of its own. */
async function sendMessage({ server }: World, owner: Caller, ...to: readonly string[]): Promise<void> {
  const { key } = await owner.made<Key>('PUT', '/credentials', { mode: 1 })
  const reply = await fetch(`${server.address}/?action=sms.message.send&accessKeyId=${key}`, {
    method: 'POST',
    body: JSON.stringify({ to, text: 'Your parcel is on its way' }),
  })
  expect(await reply.json()).toMatchObject({ code: '0' })
}

/** Sends a message on credit in the month that is then closed. */
export async function useCredit(world: World, owner: Caller): Promise<void> {
  await vi.waitFor(() => sendMessage(world, owner, '+12065551001'), patience)
  await vi.waitFor(async () => {
    expect(await owner.made('GET', '/transactions/summary')).toMatchObject({ held: '0.000000' })
  }, patience)
}

/** Closes that month. */
export async function closeMonth({ server }: World, { identifier }: Caller): Promise<void> {
  const { id } = (await server.hongyan('invoice', 'close', identifier)) as Stored // as the command prints it
  await server.hongyan('invoice', 'issue', id, '--by', 'Ada')
}

/** The ends of numbers that the sandbox ends in other ways, with the status of each message. */
const magic = { '1000': 4, '0001': 8, '0002': 5, '0003': 11, '0004': 9, '0005': 3, '0010': 10 } as const

/** Sends a message for each end that the sandbox plays in seconds. */
async function sendToMagicNumbers(world: World, owner: Caller): Promise<void> {
  await sendMessage(world, owner, ...Object.keys(magic).map((end) => `+1206555${end}`))
  await vi.waitFor(async () => {
    const rows = await owner.made<readonly { readonly status: number }[]>('GET', '/sms/messages')
    expect(rows.map(({ status }) => status)).toEqual(expect.arrayContaining(Object.values(magic)))
  }, patience)
}

async function makeSenders({ server }: World, owner: Caller): Promise<string> {
  const licence = await owner.upload('evidence', 'licence.png', photo)
  const facts = { industry: 'ECOMMERCE', scenes: [1, 2], regions: ['intl'], kind: 1, usage: 'own' }
  await owner.made('PUT', '/sms/signatures', {
    ...facts,
    name: 'LumenShop',
    purpose: 'Codes and delivery notices to the customers of our shop.',
    evidence: { registration_number: '201912345K', licence },
  })
  const { id } = await owner.made<Stored>('PUT', '/sms/templates', {
    name: 'Order news',
    code: 'order_news',
    scene: 2,
    language: 'en',
    content: 'Your order {order} has shipped.',
    signature_id: null,
    industry: 'ECOMMERCE',
    usage_note: '',
    variables: [{ name: 'order', type: 'id', max_length: 20, sample: 'A20261123' }],
  })
  await server.hongyan('review', 'approve', id, '--by', 'Ada')
  return id
}

async function makeBroadcast(owner: Caller): Promise<void> {
  const recipients = { source: 1, input: '+12065551002', country: 'US' }
  const audience = await owner.made<Stored>('POST', '/broadcasts/parse', recipients)
  const message = {
    signature: null,
    template: 'pub_order_shipped_en',
    text: null,
    scene: 2,
    variables: { order: { value: 'A19' }, time: { value: '14:00' } },
    accepted_bad: 0,
  }
  const at = new Date(Date.now() + HOUR).toISOString()
  const plan = { time: 'at', at, local: null, window: null, speed: 1, canary: 0, stop_above: null }
  const quote = await owner.made<Stored>('POST', '/broadcasts/quote', { audience: audience.id, message, plan })
  await owner.made('PUT', '/broadcasts', { name: 'Autumn news', quote: quote.id })
}

async function makeExtensions(owner: Caller): Promise<void> {
  const entries = [{ cidr: '8.8.8.0/24', note: 'Office' }]
  const ip = { version: 0, enabled: true, mode: 'allow', reportOnly: true, entries }
  await owner.made('POST', '/plugins/ip-restriction', ip)
  const rule = { scope: 'recipient', scene: null, per_minute: null, per_hour: null, per_day: 17, action: 'reject' }
  const limits = { version: 0, enabled: true, per_second: null, rules: [rule], exempt: [], day: null, countries: [] }
  await owner.made('POST', '/plugins/sms-rate-limiting', limits)
  const { url } = await owner.made<{ readonly url: string }>('PUT', '/plugins/sms-dlr/receiver')
  const endpoint = {
    name: 'Order desk',
    url,
    ...newEndpointSettings(),
  }
  await owner.made('POST', '/plugins/sms-dlr', { version: 0, endpoints: [endpoint] })
}

async function makeVerification(owner: Caller): Promise<void> {
  await owner.made('PUT', '/verification', {
    type: 'business',
    name: 'Lumen Parcel Pte. Ltd.',
    country: 'SG',
    registration_number: '201912345K',
    address: '12 Robinson Road, Singapore',
    website: 'https://lumen-parcel.example',
    representative: 'Mei Tan',
    id_number: 'E7654321X',
    id_document: await owner.upload('evidence', 'passport.png', photo),
    id_expires_on: '2035-01-31',
    use_case: 'Delivery notices to people who ordered a parcel.',
    monthly_volume: 20_000,
    countries: ['SG', 'US'],
  })
}

/** Top-ups that the sandbox's payer pays by each wallet, one of a saved card, and one that is not paid. */
async function makeTopUps(owner: Caller): Promise<void> {
  const paidBy = async (...methods: readonly string[]) =>
    vi.waitFor(async () => {
      const lines = await owner.made<readonly { readonly method: string | null }[]>('GET', '/transactions')
      expect(lines.map(({ method }) => method)).toEqual(expect.arrayContaining([...methods]))
    }, patience)
  for (const amount of ['20.07', '20.08', '20.09']) {
    const body = { amount, channel: 'stripe', currency: 'USD' }
    await payOrder((await owner.made<Stored & { readonly payload: string }>('POST', '/topup', body)).payload)
  }
  await paidBy('applepay', 'googlepay', 'paypal')
  // The balance is already below, so the card is charged at once.
  const { id } = await owner.made<Stored>('PUT', '/paymentMethods', newCard)
  await owner.made('POST', '/topup/auto', { enable: true, below: 100, topup: 100, pm_id: id, agreed: true })
  await paidBy('card')
  await owner.made('POST', '/topup', { amount: '21', channel: 'stripe', currency: 'USD' })
}

/** A file of each parse result. One of another type is refused when it is uploaded. */
const files = {
  ok: 'phone\n+12065550150\n',
  broken: 'phone,name\n+12065550150,"Ann\n',
  empty: 'phone,name\n',
  none: 'phone\n12\n',
} as const

/** A phonebook, and an import of each parse result. */
async function makeImports(owner: Caller): Promise<Made> {
  const { id } = await owner.made<Stored>('PUT', '/phonebooks', { name: 'Members' })
  const imported = async ([result, content]: readonly [string, string]) => {
    const file = await owner.upload('recipients', 'members.csv', Buffer.from(content))
    const made = await owner.made<Stored>('POST', `/phonebooks/${id}/import`, { file, country: 'US', consent: null })
    await vi.waitFor(async () => {
      expect(await owner.made('GET', `/phonebooks/${id}/import/${made.id}`)).not.toMatchObject({ state: 'parsing' })
    }, patience)
    return [result, made.id] as const
  }
  const imports = []
  for (const each of Object.entries(files)) imports.push(await imported(each))
  return { phonebook: id, ...Object.fromEntries(imports) }
}

/** Makes a record of each route by the calls of its page. */
export async function makeRecords(world: World, owner: Caller): Promise<Made> {
  await owner.made('PATCH', '/account/profile', { firstname: 'Mei', lastname: 'Tan', gender: 2 })
  await owner.made('PUT', '/credentials', { mode: 2 })
  // These take seconds, and no other record depends on them.
  const [imports] = await Promise.all([makeImports(owner), sendToMagicNumbers(world, owner), makeTopUps(owner)])
  const credentials = { secretId: 'AKID0123', secretKey: 'key0123456789', sdkAppId: '1400000000' }
  const channel = { provider: 'tcc', name: 'Second road', regions: ['CN'], tps: 20, daily_cap: null, credentials }
  await owner.made('PUT', '/upstreams', channel)
  const template = await makeSenders(world, owner)
  await makeBroadcast(owner)
  await makeExtensions(owner)
  await makeVerification(owner)
  const ticket = { category: 'delivery', subject: 'Codes come late', body: 'Codes to one number arrive a minute late.' }
  await owner.made('PUT', '/support/tickets', ticket)
  const today = new Date().toISOString().slice(0, 10)
  await owner.made('PUT', '/sms/exports', {
    kind: 'messages',
    name: 'All of today',
    from: today,
    to: today,
    filters: {},
    columns: ['id', 'status'],
    format: 'csv',
    gzip: false,
    zone: 'UTC',
    masked: true,
    language: 'en',
    repeat: 'none',
    notify: false,
  })
  return { template, ...imports }
}

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { prices } from '@hongyan/contract/endpoints/finance/prices'
import { messages } from '@hongyan/contract/endpoints/messaging/messages'
import { senderRules } from '@hongyan/contract/endpoints/messaging/sender-rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataFile } from '../src/data/data-file.ts'
import { readRegions } from '../src/features/lookup/regions.ts'
import { readSenderRules } from '../src/features/messaging/sender-rules/rows.ts'
import { inboxOf } from './inbox.ts'
import { eventually, newSender } from './sender.ts'
import { newWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

/** A mobile number of each of 49 countries. */
const numbers: Readonly<Record<string, string>> = {
  AD: '+376312345',
  AE: '+971501234567',
  AT: '+43664123456',
  AU: '+61412345678',
  BE: '+32450001234',
  BR: '+5511961234567',
  CH: '+41781234567',
  CN: '+8613123456789',
  CO: '+573211234567',
  CZ: '+420601123456',
  DE: '+4915123456789',
  ES: '+34612345678',
  FI: '+358412345678',
  FR: '+33612345678',
  GB: '+447400123456',
  GR: '+306912345678',
  HK: '+85251234567',
  HT: '+50934101234',
  HU: '+36201234567',
  ID: '+62812345678',
  IE: '+353850123456',
  IL: '+972502345678',
  IN: '+918123456789',
  IT: '+393123456789',
  JP: '+819012345678',
  KE: '+254712123456',
  KR: '+821020001234',
  MX: '+522221234567',
  MY: '+60123456789',
  NG: '+2348021234567',
  NO: '+4740612345',
  NZ: '+64211234567',
  PE: '+51912345678',
  PH: '+639051234567',
  PL: '+48512345678',
  RO: '+40712034567',
  RU: '+79123456789',
  SA: '+966512345678',
  SE: '+46701234567',
  SG: '+6581234567',
  SZ: '+26876123456',
  TH: '+66812345678',
  TM: '+99366123456',
  TR: '+905012345678',
  TW: '+886912345678',
  UA: '+380501234567',
  US: '+12015550123',
  VN: '+84912345678',
  ZA: '+27711234567',
}
const to = Object.values(numbers)

test('every sender rule is of a known country', () => {
  const countries = new Set(readRegions(dataFile('regions.csv')).map(({ iso2 }) => iso2))
  const rules = readSenderRules(dataFile('sender-rules.csv'))
  expect(rules.filter(({ iso2 }) => !countries.has(iso2))).toEqual([])
})

test.each([
  ['with a name', { signature: 'Acme' }],
  ['without a name', {}],
])('the sender that a dry run foretells for 49 countries is the one that recipients see, %s', async (_, signature) => {
  const owner = await world.account({ sms_wildcard: JSON.stringify(['signature']), balance: '100' })
  const { send } = await newSender(world, owner)
  const text = `Hello ${owner.id}`
  const sendersOf = async (dryRun: boolean) => {
    const { status, body } = await send({ to, text, ...signature, dryRun })
    expect(status).toBe(200)
    return (body.data?.messages ?? []).map(({ iso, sender }) => [iso ?? '', sender])
  }
  const foretold = await sendersOf(true)
  expect(foretold.map(([iso]) => iso)).toEqual(Object.keys(numbers))
  expect(await sendersOf(false)).toEqual(foretold)

  const rules = await owner.call(senderRules.list, { query: signature })
  const byRule = new Map(rules.map(({ iso2, sender }) => [iso2, sender.value]))
  expect(foretold).toEqual(Object.keys(numbers).map((iso) => [iso, byRule.get(iso)]))

  const shown = async () => {
    const inboxes = await Promise.all(to.map((number) => inboxOf(world, number)))
    return inboxes.map((messages) => messages.find((message) => message.text === text)?.from)
  }
  const seen = await eventually(shown, (senders) => senders.every((sender) => sender !== undefined))
  expect(seen).toEqual(foretold.map(([, sender]) => sender))

  const { rows } = await world.pool.query(
    `select country, sender_shown as shown, sender_rule_on::text as rule from message where account_id = $1 order by country`,
    [owner.id],
  )
  expect(rows).toEqual(foretold.map(([country, sender]) => ({ country, shown: sender, rule: '2026-11-22' })))
})

test('recipients see the shared number where no rule is known, and a message that is refused has no sender', async () => {
  const owner = await world.account()
  const { send } = await newSender(world, owner)
  const { body } = await send({ to: ['+672102300', '12'], text: 'Hello' })
  expect(body.data?.messages).toMatchObject([
    { iso: 'NF', sender: '+12025550147' },
    { to: '12', sender: null, error: { code: '107111' } },
  ])
})

test.each([
  { iso: 'KR', text: 'a'.repeat(58), scene: 2 as const, added: { before: '[Web발신][국제발신]', after: '' }, parts: 2 },
  { iso: 'MY', text: 'b'.repeat(157), scene: 2 as const, added: { before: 'RM0 ', after: '' }, parts: 2 },
  { iso: 'TR', text: 'c'.repeat(157), scene: 1 as const, added: { before: '', after: 'B001' }, parts: 2 },
  { iso: 'FR', text: 'd'.repeat(147), scene: 3 as const, added: { before: '', after: ' STOP au 36179' }, parts: 2 },
  { iso: 'FR', text: 'e'.repeat(157), scene: 2 as const, added: null, parts: 1 },
])('text that operators add counts and is not sent, to $iso in scene $scene', async ({ iso, text, added, ...sent }) => {
  const { scene, parts } = sent
  const number = numbers[iso] ?? ''
  const owner = await world.account({ balance: '100' })
  const { send } = await newSender(world, owner)
  const quote = await owner.call(prices.quote, { body: { to: [number], text, scene } })
  const { body: dry } = await send({ to: number, text, scene, dryRun: true })
  const { body } = await send({ to: number, text, scene })
  expect([quote.recipients[0]?.parts, dry.data?.messageCount, body.data?.messageCount]).toEqual([parts, parts, parts])
  expect([dry.data?.totalAmount, body.data?.totalAmount]).toEqual([quote.total_amount, quote.total_amount])
  const [listed] = await owner.call(messages.list, { query: { ref: body.data?.messages[0]?.id ?? '' } })
  const message = listed && (await owner.call(messages.get, { params: { id: listed.id } }))
  // The log keeps codes masked.
  expect(message).toMatchObject({ parts, text: scene === 1 ? expect.any(String) : text, operator_text: added })
  await eventually(
    () => inboxOf(world, number),
    (inbox) => inbox.some((one) => one.text === text),
  )
})

test('a country’s rule names the text that its operators add, by scene', async () => {
  const owner = await world.account()
  const textsOf = async (country: string) =>
    (await owner.call(senderRules.list, { query: { country } }))[0]?.operator_text
  expect(await textsOf('FR')).toEqual([{ scene: 3, before: '', after: ' STOP au 36179' }])
  expect((await textsOf('TR'))?.map(({ scene, after }) => [scene, after])).toEqual([
    [1, 'B001'],
    [2, 'B001'],
    [3, 'B001'],
  ])
  expect(await textsOf('GB')).toEqual([])
})

test('an opt-out line that comes into force changes text, parts and price from that moment on', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'opt-out-')), 'lines.csv')
  writeFileSync(
    file,
    [
      'carrier,scene,phrase,from,source,confidence,checked_on',
      'CUCC,2,拒收请回复R,2026-11-21,a notice,low,2026-11-20',
      'CMCC,2,退订R,,a notice,low,2026-11-20',
    ].join('\n'),
  )
  const own = await newWorld({ CN_OPTOUT_FILE: file })
  try {
    const wildcard = { sms_wildcard: JSON.stringify(['signature', 'template']) }
    const owner = await own.account({ partition: 'cn', ...wildcard, balance: '100' })
    const { send } = await newSender(own, owner)
    const text = `【鸿雁】${'新'.repeat(61)}`
    const message = { to: '+8613123456789', text, signature: '鸿雁', scene: 2 }
    const costs = async () => {
      const { body } = await send({ ...message, dryRun: true })
      const quote = await owner.call(prices.quote, { body: { to: [message.to], text, scene: 2 } })
      const [recipient] = quote.recipients
      expect([recipient?.parts, quote.total_amount]).toEqual([body.data?.messageCount, body.data?.totalAmount])
      return { parts: body.data?.messageCount, price: Number(body.data?.totalAmount) }
    }
    const arrived = async (line: string) => {
      const { body } = await send(message)
      expect(body.data?.messageCount).toBe((await costs()).parts)
      await eventually(
        () => inboxOf(own, message.to),
        (inbox) => inbox.some((one) => one.text === text + line),
      )
    }

    own.clock.set(new Date('2026-11-20T15:59:59.999Z'))
    const before = await costs()
    await arrived('退订R')
    own.clock.set(new Date('2026-11-20T16:00:00Z'))
    const after = await costs()
    await arrived('拒收请回复R')
    expect([before.parts, after.parts]).toEqual([1, 2])
    expect(after.price).toBeCloseTo(2 * before.price, 6)
  } finally {
    await own.close()
  }
})

import { prices } from '@hongyan/contract/endpoints/finance/prices'
import { parseMicros } from '@hongyan/contract/money'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSender, type Sender } from '../../../../test/sender.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

interface Customer {
  readonly owner: SignedIn
  readonly sender: Sender
}

/** A customer that may use any sender, so that all texts and signatures of both partitions can be quoted. */
async function newCustomer(partition: Partition): Promise<Customer> {
  const owner = await world.account({ partition, balance: '10000', tps: 0 })
  await world.db.updateTable('account').set({ sms_wildcard: 'true' }).where('id', '=', owner.id).execute()
  return { owner, sender: await newSender(world, owner) }
}

/**
 * Recipients in countries with one price for all scenes, with a separate price for a scene, and without a price, and an
 * invalid number.
 */
const to = fc.constantFrom(
  '+12065550100',
  '+8613800138000',
  '+4915112345678',
  '+5511912345678',
  '+6591234567',
  '+24740123',
  '12',
)
const requestBody = fc.record(
  {
    to: fc.array(to, { minLength: 1, maxLength: 8 }),
    text: fc
      .tuple(fc.constantFrom('Hello ', 'code 123456 ', '€[', '你好', '👋🏽'), fc.integer({ min: 1, max: 400 }))
      .map(([word, times]) => word.repeat(times).slice(0, 1_500))
      .filter((text) => text.isWellFormed()),
    scene: fc.constantFrom(...Object.values(MessageScene)),
    signature: fc.constantFrom('Acme', '鸿雁'),
  },
  { requiredKeys: ['to', 'text', 'scene'] },
)

/** The responses to a quote and to the same request, as a dry run and sent. */
async function quoteAndSend({ owner, sender }: Customer, body: object) {
  const quoted = await owner.ask(prices.quote, { body })
  const dryRun = await sender.send({ ...body, dryRun: true })
  const sent = await sender.send(body)
  return { quoted, asked: dryRun, sent }
}

const chargedFor = async ({ owner }: Customer): Promise<bigint> => {
  const { rows } = await world.pool.query<{ total: bigint }>(
    'select coalesce(sum(price_micros), 0)::bigint as total from message where account_id = $1',
    [owner.id],
  )
  return rows[0]?.total ?? 0n
}

test.each(['us', 'cn'] as const)(
  'a quote to a customer in %s equals the charge of the same request, recipient by recipient, to the micro',
  async (partition) => {
    const them = await newCustomer(partition)
    let sum = 0n
    await fc.assert(
      fc.asyncProperty(requestBody, async (body) => {
        const { quoted, asked: dryRun, sent } = await quoteAndSend(them, body)
        if (quoted.status !== 200) {
          const { error } = quoted.body as { error: { code: string; field: string } } // the shape of all errors
          expect([dryRun, sent].map(({ status }) => status)).toEqual([quoted.status, quoted.status])
          expect(sent.body.details).toMatchObject({ error: error.code, field: error.field })
          return
        }
        const quote = prices.quote.reply.parse(quoted.body)
        for (const { body: answer } of [dryRun, sent]) {
          expect(answer.data?.totalAmount).toBe(quote.total_amount)
          expect(answer.data?.currency).toBe(quote.currency)
          expect(answer.data?.messages.map(({ iso, count, price }) => ({ iso2: iso, parts: count, price }))).toEqual(
            quote.recipients.map(({ iso2, parts, price }) => ({ iso2, parts, price: price ?? '0.000000' })),
          )
        }
        for (const { parts, price, unit_price } of quote.recipients) {
          const [unit, whole] = [parseMicros(unit_price ?? '0'), parseMicros(price ?? '0')]
          expect(whole).toBe((unit ?? 0n) * BigInt(parts))
        }
        sum += parseMicros(quote.total_amount) ?? 0n
        expect(await chargedFor(them)).toBe(sum)
      }),
      { numRuns: 60 },
    )
    expect(sum).toBeGreaterThan(0n)
  },
)

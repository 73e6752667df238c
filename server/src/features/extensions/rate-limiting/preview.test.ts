import type { ExemptNumber, PreviewedRateLimits } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { smsRateLimiting } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { configuration } from '@hongyan/contract/endpoints/configuration'
import { DAY, HOUR, MINUTE } from '@hongyan/contract/durations'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSender } from '../../../../test/sender.ts'
import { newWorld, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const TODAY = new Date('2026-11-20T00:00:00Z').getTime()
const NUMBERS = ['+12065550101', '+12065550102', '+33612345678']
const RUNS = process.env['SCALE'] === 'full' ? 60 : 6

interface Sent {
  /** Milliseconds since the start of the day. */
  readonly at: number
  readonly to: readonly string[]
  readonly scene: number
  readonly words: string
}

const limit = (max: number) => fc.option(fc.integer({ min: 1, max }), { nil: null })

const rule = fc
  .record({
    scope: fc.constantFrom('recipient', 'recipient_content', 'recipient_signature'),
    scene: fc.constantFrom(null, 2, 3),
    per_minute: limit(2),
    per_hour: limit(3),
    per_day: limit(5),
    action: fc.constantFrom('reject', 'drop'),
  })
  .filter(({ per_minute: minute, per_hour: hour, per_day: day }) => {
    const set = [minute, hour, day].filter((one) => one !== null)
    return set.length > 0 && set.every((one, index) => index === 0 || one >= (set[index - 1] ?? 0))
  })

const cap = (max: number) =>
  fc.record({ limit: fc.integer({ min: 1, max }), action: fc.constantFrom('block', 'alert') })

const limits = fc.record({
  rules: fc.array(rule, { maxLength: 3 }),
  exempt: fc.constantFrom<ExemptNumber[]>([], [{ number: NUMBERS[1] ?? '', note: '', expires_at: null }]),
  day: fc.option(cap(20), { nil: null }),
  countries: fc.option(cap(4), { nil: null }).map((one) => (one === null ? [] : [{ country: 'FR', ...one }])),
})

const traffic = fc
  .array(
    fc.record({
      at: fc.tuple(fc.integer({ min: 22, max: 23 }), fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 59 })),
      to: fc.array(fc.constantFrom(...NUMBERS), { minLength: 1, maxLength: 3 }),
      scene: fc.constantFrom(1, 2, 3),
      words: fc.constantFrom('Hello', 'Good morning'),
    }),
    { minLength: 5, maxLength: 25 },
  )
  .map((sent) =>
    sent
      .map(({ at: [hour, minute, second], ...one }) => ({ ...one, at: hour * HOUR + minute * MINUTE + second * 1_000 }))
      .toSorted((one, other) => one.at - other.at),
  )

/** Sends the traffic at its moments of a day that begins then. Returns what the limits did to its messages. */
async function play(
  send: (body: object) => Promise<{ readonly body: unknown }>,
  dayStart: number,
  sent: readonly Sent[],
) {
  let rejected = 0
  let dropped = 0
  for (const { at, to, scene, words } of sent) {
    world.clock.set(new Date(dayStart + at))
    const { body } = (await send({ to, scene, text: words })) as Reply
    if (body.data === undefined) rejected += to.length
    for (const { error, count } of body.data?.messages ?? []) {
      if (error) rejected += 1
      else if (count === 0) dropped += 1
    }
  }
  return { rejected, dropped }
}

interface Reply {
  readonly body: { readonly data?: { readonly messages: { readonly error?: object; readonly count: number }[] } }
}

test('a preview of yesterday says what the same limits then do to the same traffic today', async () => {
  let stopped = 0
  await fc.assert(
    fc.asyncProperty(limits, traffic, async (drawn, sent) => {
      const chosen: PreviewedRateLimits = drawn
      world.clock.set(new Date(TODAY))
      const owner = await world.account({ balance: '1000' })
      const { send } = await newSender(world, owner)
      await play(send, TODAY, sent)
      world.clock.set(new Date(TODAY + DAY + HOUR))
      const preview = await owner.call(smsRateLimiting.preview, { body: chosen })
      expect(preview).toMatchObject({ messages: sent.flatMap(({ to }) => to).length, complete: true, without_text: 0 })
      expect(preview.date).toBe('2026-11-20')
      const other = await world.account({ balance: '1000' })
      await other.call(smsRateLimiting.save, { body: { version: 0, enabled: true, per_second: null, ...chosen } })
      const again = await newSender(world, other)
      const { rejected, dropped } = preview
      stopped += rejected + dropped
      expect(await play(again.send, TODAY + DAY, sent)).toEqual({ rejected, dropped })
      expect(preview.by_rule.reduce((sum, one) => sum + one, preview.by_day_cap)).toBe(
        rejected + dropped - preview.by_country.reduce((sum, one) => sum + one.hits, 0),
      )
    }),
    { numRuns: RUNS },
  )
  expect(stopped).toBeGreaterThan(0)
})

test('a preview counts a message once for two rules on the same messages, and says which of them stopped it', async () => {
  world.clock.set(new Date(TODAY))
  const owner = await world.account({ balance: '10' })
  const { send } = await newSender(world, owner)
  for (const minute of [0, 0, 1, 2]) {
    world.clock.set(new Date(TODAY + HOUR + minute * MINUTE))
    await send({ to: NUMBERS[0], text: 'Hello' })
  }
  world.clock.set(new Date(TODAY + DAY))
  const common = { scope: 'recipient_content', scene: null, per_day: null } as const
  const preview = await owner.call(smsRateLimiting.preview, {
    body: {
      rules: [
        { ...common, per_minute: 1, per_hour: null, action: 'reject' },
        { ...common, per_minute: null, per_hour: 2, action: 'drop' },
      ],
      exempt: [],
      day: null,
      countries: [],
    },
  })
  expect(preview).toMatchObject({ messages: 4, rejected: 1, dropped: 1, by_rule: [1, 1] })
})

test('a preview says how many texts it could not read', async () => {
  world.clock.set(new Date(TODAY))
  const owner = await world.account({ balance: '10' })
  const saved = await owner.call(configuration.sms)
  await owner.call(configuration.saveSms, { body: { ...saved, content_retention: 0 } })
  const { send } = await newSender(world, owner)
  await send({ to: NUMBERS[0], text: 'Hello' })
  world.clock.set(new Date(TODAY + DAY))
  const rule = {
    scope: 'recipient_content',
    scene: null,
    per_minute: 1,
    per_hour: null,
    per_day: null,
    action: 'reject',
  } as const
  const preview = await owner.call(smsRateLimiting.preview, {
    body: { rules: [rule], exempt: [], day: null, countries: [] },
  })
  expect(preview).toMatchObject({ messages: 1, rejected: 0, without_text: 1 })
})

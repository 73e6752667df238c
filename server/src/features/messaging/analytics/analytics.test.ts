import { DAY, HOUR, MINUTE } from '@hongyan/contract/durations'
import { analytics, type Figures } from '@hongyan/contract/endpoints/messaging/analytics'
import { messages } from '@hongyan/contract/endpoints/messaging/messages'
import { statistics } from '@hongyan/contract/endpoints/messaging/statistics'
import { UpstreamId, wireId } from '@hongyan/contract/ids'
import { type AnalyticsDimension, analyticsDimensions } from '@hongyan/contract/vocabulary/analytics'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertMessages } from '../../../../test/message-rows.ts'
import { activate, channel, ruleOver } from '../../../../test/routed.ts'
import { eventually, newSender, type Sender } from '../../../../test/sender.ts'
import { newTemplate } from '../../../../test/senders.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { createSettle } from '../../../gateway/settle.ts'
import { readDestinations } from '../../../compose/destinations.ts'
import { analyticsCommands } from './commands.ts'
import { countDueDays } from './days.ts'
import { networkOnly } from './routes.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const YESTERDAY = '2026-11-19'
const TODAY = '2026-11-20'
const morning = new Date(`${TODAY}T09:00:00Z`)
const before = new Date(`${YESTERDAY}T22:00:00Z`)
const both = { from: YESTERDAY, to: TODAY }
const counting = () => ({ ...world, networkOnly: networkOnly(readDestinations(world.config)) })

/** Runs at a moment, then sets the clock back to the first one. */
async function at<T>(moment: Date, run: () => Promise<T>): Promise<T> {
  world.clock.set(moment)
  try {
    return await run()
  } finally {
    world.clock.set(morning)
  }
}

/** Waits until all messages of an account but `open` have ended. */
const settled = ({ id }: SignedIn, count: number, open = 0) =>
  eventually(
    async () =>
      (
        await world.pool.query<{ all: number; ended: number }>(
          `select count(*)::int as all, count(*) filter (where status not in (0, 3))::int as ended from message
           where account_id = $1`,
          [id],
        )
      ).rows[0],
    (row) => row?.all === count && row.ended === count - open,
  )

interface Story {
  readonly owner: SignedIn
  readonly sender: Sender
}

/** Messages of two days, two credentials and three countries that end in every way; one is still open. */
async function newStory(): Promise<Story> {
  const owner = await world.account()
  await newTemplate(world, owner, { code: 'shipped' })
  const [first, sender] = [await newSender(world, owner), await newSender(world, owner)]
  await at(before, async () => {
    const failing = ['0001', '0002', '0003', '0004', '0005'].map((last) => `+1206555${last}`)
    await first.send({ to: [...failing, '+12065550000', '+12065550100'], text: 'Hello' })
    await settled(owner, 7, 1)
  })
  await sender.send({ to: '+447400123477', templateId: 'shipped', templateData: { order: 'B77' } })
  await sender.send({ to: ['+5511961234567', '+5511961230002'], text: 'Olá, '.repeat(60) })
  await sender.send({ to: ['+12065550100', '+24740123'], text: 'Hello' })
  await settled(owner, 12, 1)
  return { owner, sender }
}

const SQL_KEYS: Readonly<Record<AnalyticsDimension, string>> = {
  country: 'country',
  upstream: `coalesce(upstream, '')`,
  template: `coalesce(template_id, '')`,
  error: 'error_code',
  credential: `coalesce(credential_id::text, '')`,
}

/** Counts messages by a key in plain SQL, with the money that the ledger posted. */
async function recount(account: string, key: string, { from, to }: { from: string; to: string }) {
  const { rows } = await world.pool.query<{ key: string } & Record<string, string | number>>(
    `select ${key} as key, count(*) filter (where hold_entry is not null)::int as messages,
       count(*) filter (where hold_entry is null)::int as refused,
       sum(parts)::int as parts, count(*) filter (where status in (4, 10))::int as delivered,
       count(*) filter (where hold_entry is not null and status in (5, 8, 9, 11, 13))::int as failed,
       count(*) filter (where hold_entry is not null and country not in ('BR', 'VN'))::int as rated,
       count(*) filter (where status in (4, 10) and country not in ('BR', 'VN'))::int as rated_delivered,
       (coalesce(sum(price_micros) filter (where e.kind = 'post'), 0) / 1000000.0)::numeric(20, 6)::text as cost,
       count(distinct to_hash) filter (where hold_entry is not null)::int as recipients,
       percentile_disc(0.95) within group (order by extract(epoch from done_at - accepted_at) * 1000)
         filter (where status in (4, 10))::float8 as p95
     from message m left join ledger_entry e on e.account_id = m.account_id and e.id = m.settle_entry
     where m.account_id = $1 and (accepted_at at time zone 'UTC')::date between $2 and $3 and ${key} is not null
     group by 1`,
    [account, from, to],
  )
  return new Map(rows.map((row) => [row.key, row]))
}

const plain = (of: Figures) => ({
  messages: of.messages,
  refused: of.refused,
  parts: of.parts,
  delivered: of.delivered,
  failed: of.failed,
  rated: of.rated.messages,
  rated_delivered: of.rated.delivered,
  cost: of.cost,
})

/** Percentiles are within 5 %, and a span below a millisecond is one. */
const isNear = (shown: number | null, exact: unknown): boolean =>
  typeof exact === 'number' ? Math.abs((shown ?? 0) / Math.max(exact, 1) - 1) < 0.05 : shown === exact

/** Expects all figures of an account to be those of its messages. */
async function expectRecounted({ owner }: Story, range = both): Promise<void> {
  const { days, total } = await owner.call(analytics.summary, { query: range })
  const whole = (await recount(owner.id, `''`, range)).get('')
  expect(whole).toMatchObject(plain(total))
  for (const day of days) {
    const counted = (await recount(owner.id, `''`, { from: day.date, to: day.date })).get('')
    expect(counted ?? { messages: 0, recipients: 0 }).toMatchObject(
      counted === undefined ? { messages: day.messages } : { ...plain(day), recipients: day.recipients },
    )
  }
  for (const by of analyticsDimensions) {
    const { rows, others } = await owner.call(analytics.breakdown, { query: { ...range, by } })
    const counted = await recount(owner.id, SQL_KEYS[by], range)
    expect(others).toBeNull()
    expect(new Set(rows.map(({ key }) => key ?? ''))).toEqual(new Set(counted.keys()))
    for (const row of rows) {
      const found = counted.get(row.key ?? '')
      expect(found).toMatchObject(plain(row))
      expect(isNear(row.latency?.p95 ?? null, found?.['p95'] ?? null)).toBe(true)
    }
  }
}

describe('figures', () => {
  let story: Story
  beforeAll(async () => {
    story = await newStory()
  })

  test('are those of the messages for every day, country, channel, template, error and credential', async () => {
    await expectRecounted(story)
    const { total } = await story.owner.call(analytics.summary, { query: both })
    const home = await story.owner.call(statistics.summary, { query: { period: '7d' } })
    expect(home.reduce((sum, day) => sum + day.msg_cnt, 0)).toBe(total.messages)
    expect(total).toMatchObject({ messages: 11, refused: 1, rated: { messages: 9 } })
  })

  test('name templates, credentials and errors, and the receipts of a country', async () => {
    const { owner, sender } = story
    const rowsBy = async (by: AnalyticsDimension) =>
      (await owner.call(analytics.breakdown, { query: { ...both, by } })).rows
    expect(await rowsBy('template')).toMatchObject([{ key: null }, { name: expect.stringMatching(/\S/), messages: 1 }])
    expect(await rowsBy('credential')).toContainEqual(expect.objectContaining({ name: sender.key, messages: 4 }))
    expect(await rowsBy('country')).toContainEqual(expect.objectContaining({ key: 'BR', receipt: 'network' }))
    const errors = await rowsBy('error')
    expect(errors.find(({ key }) => key === 'blocked_by_carrier')?.reason).toMatchObject({ side: 'carrier' })
    expect(errors.find(({ refused }) => refused === 1)).toMatchObject({ messages: 0 })
  })

  test('name the channels of the account', async () => {
    const owner = await world.account()
    const asia = await channel(owner, { name: 'Asia' })
    await activate(owner, ruleOver([asia.id]))
    const { send } = await newSender(world, owner)
    await send({ to: ['+6581234567', '+12065550100'], text: 'Hello' })
    await settled(owner, 2)
    const { rows } = await owner.call(analytics.breakdown, { query: { ...both, by: 'upstream' } })
    expect(rows.map(({ key, name }) => [key, name])).toContainEqual([wireId(UpstreamId.parse(asia.id)), 'Asia'])
    expect(rows.filter(({ name }) => name === null)).toMatchObject([{ messages: 1 }])
  })

  test('lead to their rows: the log finds as many under the filters of each', async () => {
    const { owner } = story
    const found = async (query: object) =>
      (await owner.call(messages.list, { query: { ...both, limit: 100, ...query } })).length
    const { rows: countries } = await owner.call(analytics.breakdown, { query: { ...both, by: 'country' } })
    for (const { key, messages: sent, delivered, failed, refused } of countries) {
      const accepted = 'charged,held,released'
      expect(await found({ country: key, money: accepted })).toBe(sent)
      expect(await found({ country: key, money: 'free' })).toBe(refused)
      expect(await found({ country: key, status: '4,10' })).toBe(delivered)
      expect(await found({ country: key, money: accepted, status: '5,8,9,11,13' })).toBe(failed)
    }
    for (const by of ['template', 'credential'] as const) {
      const { rows } = await owner.call(analytics.breakdown, { query: { ...both, by } })
      for (const { key, messages: sent, refused } of rows)
        expect(await found({ [by]: key ?? 'none' })).toBe(sent + refused)
    }
    const charged = await owner.call(messages.summary, { query: { ...both, money: 'charged' } })
    const { total } = await owner.call(analytics.summary, { query: both })
    expect(charged.charged).toBe(total.cost)
  })

  test('of the days before are added by compare', async () => {
    const { owner } = story
    const query = { from: TODAY, to: TODAY, compare: 'previous' } as const
    const { total, previous } = await owner.call(analytics.summary, { query })
    expect(previous).toMatchObject({ from: YESTERDAY, to: YESTERDAY, messages: 7 })
    expect(total.messages).toBe(4)
    const { rows } = await owner.call(analytics.breakdown, { query: { ...query, by: 'country' } })
    expect(rows.find(({ key }) => key === 'US')).toMatchObject({ messages: 1, previous: { messages: 7 } })
    expect(rows.find(({ key }) => key === 'GB')).toMatchObject({ messages: 1, previous: { messages: 0 } })
  })

  test('of another account are not among them', async () => {
    const other = await world.account()
    const { total } = await other.call(analytics.summary, { query: both })
    expect(total).toMatchObject({ messages: 0, refused: 0, recipients: 0, cost: '0.000000', latency: null })
    expect(await other.call(analytics.breakdown, { query: { ...both, by: 'country' } })).toMatchObject({ rows: [] })
  })

  test('of a closed day follow a receipt that comes after it', async () => {
    const { owner } = story
    await at(new Date(morning.getTime() + HOUR), () => countDueDays(counting()))
    const { rows: handovers } = await world.pool.query<{ upstream: string; remote_id: string }>(
      `select h.upstream, h.remote_id from handover h join message m on m.account_id = h.account_id and m.id = h.message_id
       where m.account_id = $1 and m.status = ${MessageStatus.Sent}`,
      [owner.id],
    )
    const settle = createSettle({ ...world, orphaned: () => undefined, failed: () => undefined })
    const late = new Date(morning.getTime() + 2 * HOUR)
    await at(late, async () => {
      const [{ upstream, remote_id: remoteId } = { upstream: '', remote_id: '' }] = handovers
      const receipt = { kind: 'receipt', part: 0, status: MessageStatus.Delivered, upstreamCode: 'DELIVRD' } as const
      await settle.add({ ...receipt, upstream, remoteId, error: null, to: null })
      await settle.drain()
    })
    const { total } = await owner.call(analytics.summary, { query: { from: YESTERDAY, to: YESTERDAY } })
    expect(total.delivered).toBe(3)
    await expectRecounted(story)
  })

  test('that are counted again from the messages are the same', async () => {
    const kept = async () =>
      (
        await world.pool.query('select * from analytics_count where account_id = $1 order by day, dimension, key', [
          story.owner.id,
        ])
      ).rows
    const first = await kept()
    const [command] = analyticsCommands
    const { json } = (await command?.run(counting(), { positionals: [], options: { account: story.owner.id } })) ?? {}
    expect(json).toMatchObject({ days: expect.any(Number) })
    expect(await kept()).toEqual(first)
    expect(first.length).toBeGreaterThan(20)
  })
})

describe('the loop', () => {
  const row = async (account: string, day: string) =>
    (
      await world.pool.query<{ due_at: Date; open: bigint; counted_at: Date | null }>(
        'select due_at, open, counted_at from analytics_day where account_id = $1 and day = $2',
        [account, day],
      )
    ).rows[0]

  test('counts a day until its messages no longer change, ever less often', async () => {
    const owner = await world.account()
    const { send } = await newSender(world, owner)
    await at(before, async () => {
      await send({ to: ['+12065550005', '+12065550000'], text: 'Hello' })
      await settled(owner, 2, 1)
    })
    const waits: number[] = []
    const close = new Date(`${TODAY}T00:10:00Z`)
    for (let moment = close; moment.getTime() < close.getTime() + 21 * DAY;) {
      await at(moment, () => countDueDays(counting()))
      const due = (await row(owner.id, YESTERDAY))?.due_at ?? moment
      waits.push(due.getTime() - moment.getTime())
      moment = due
    }
    expect(waits[0]).toBe(10 * MINUTE)
    expect(waits.length).toBeLessThan(40)
    const last = waits.findLastIndex((wait) => wait < 30 * DAY)
    expect(waits.slice(0, last).every((wait, place) => wait <= (waits[place + 1] ?? 0))).toBe(true)
    expect((await row(owner.id, YESTERDAY))?.due_at.toISOString()).toBe('2027-12-20T00:00:00.000Z')
  })

  test('forgets a day with its figures once its messages are no longer kept', async () => {
    const owner = await world.account()
    const { send } = await newSender(world, owner)
    await send({ to: '+12065550000', text: 'Hello' })
    await settled(owner, 1)
    await countDueDays(counting())
    await at(new Date('2028-01-01T00:00:00Z'), () => countDueDays(counting()))
    expect(await row(owner.id, TODAY)).toBeUndefined()
    const { rows } = await world.pool.query('select from analytics_count where account_id = $1', [owner.id])
    expect(rows).toEqual([])
  })

  test('of two processes that count one day, the later claim alone writes', async () => {
    const owner = await world.account()
    const from = new Date(`${TODAY}T01:00:00Z`)
    await insertMessages(world.pool, { account: owner.id, count: 300, from })
    await world.pool.query('insert into daily (account_id, day, msg_cnt, succ_msg_cnt) values ($1, $2, 300, 200)', [
      owner.id,
      TODAY,
    ])
    await Promise.all(
      Array.from({ length: 6 }, async (_, place) =>
        place % 2 === 0
          ? countDueDays(counting())
          : owner.call(analytics.summary, { query: { from: TODAY, to: TODAY } }),
      ),
    )
    const { total } = await owner.call(analytics.summary, { query: { from: TODAY, to: TODAY } })
    expect(total.delivered).toBe(200)
  })
})

test.each([
  [{ from: '2026-11-20', to: '2026-11-19' }, 'invalid_request', 'to'],
  [{ from: '2026-08-20', to: '2026-11-20' }, 'range_too_wide', 'from'],
  [{ from: '2026-11-31', to: '2026-12-01' }, 'invalid_request', 'from'],
  [{ from: '2026-11-20' }, 'missing_params', 'to'],
  [{ ...both, compare: 'year' }, 'invalid_request', 'compare'],
  [{ ...both, zone: 'UTC' }, 'restricted_params', 'zone'],
])('a query of %o is refused by name', async (query, code, field) => {
  const owner = await world.account()
  for (const [row, more] of [
    [analytics.summary, {}],
    [analytics.breakdown, { by: 'country' }],
  ] as const)
    expect(await owner.ask(row, { query: { ...query, ...more } })).toMatchObject({
      status: 400,
      body: { error: { code, field } },
    })
})

import { DAY, MINUTE } from '@hongyan/contract/durations'
import { type NetworkRow, supportStatus } from '@hongyan/contract/endpoints/support/status'
import { support as limits } from '@hongyan/contract/limits/support'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, newSender, type Sender } from '../../../../test/sender.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { countStatus } from './rounds.ts'

let world: World
let owner: SignedIn
let sender: Sender
beforeAll(async () => {
  world = await newWorld()
  owner = await world.account()
  sender = await newSender(world, owner)
})
afterAll(() => world.close())

const NUMBERS = {
  arrives: {
    CA: '+15145550000',
    DE: '+4915123450000',
    GB: '+447400120000',
    SE: '+46701230000',
    JP: '+819012340000',
    SG: '+6590120000',
  },
  refused: { DE: '+4915123450001', JP: '+819012340001' },
  off: { GB: '+447400120002' },
  blocked: { SE: '+46701230004' },
} as const

/** Sends messages to a number and waits for their ends. */
async function send(times: number, to: string): Promise<void> {
  await Promise.all(Array.from({ length: times }, () => sender.send({ to, text: 'Your parcel is here', scene: 2 })))
  const open = async () =>
    (await world.pool.query(`select count(*)::integer as left from message where status in (0, 3)`)).rows[0]?.left
  await eventually(open, (left) => left === 0)
}

/** Counts anew after the time between two rounds. */
async function round(): Promise<void> {
  world.clock.advance(limits.statusEvery)
  await world.loops.run('network-status')
}

async function rows(reader = owner): Promise<ReadonlyMap<string, NetworkRow>> {
  const status = await reader.call(supportStatus.get)
  return new Map(status.rows.map((row) => [row.country, row]))
}

/** The figures of messages, summed up by a statement that knows nothing of the loop. */
async function summed(): Promise<ReadonlyMap<string, object>> {
  const { rows: sums } = await world.pool.query(
    `select country, avg((status in (4, 10))::integer)::float8 as delivered,
       avg((status not in (4, 10) and error_code in ('upstream_refused', 'blocked_by_carrier', 'expired'))::integer)::float8 as failed,
       (percentile_disc(0.5) within group (order by extract(epoch from done_at - accepted_at) * 1000)
         filter (where status in (4, 10)))::integer as median
     from message where accepted_at > $1 group by country`,
    [new Date(world.clock.now().getTime() - limits.statusWindow)],
  )
  return new Map(
    sums.map(({ country, delivered, failed, median }) => [
      country,
      {
        delivered: Math.round(delivered * 10_000) / 10_000,
        median_ms: median,
        state: failed >= 0.5 ? 'outage' : failed >= 0.1 ? 'degraded' : 'operational',
      },
    ]),
  )
}

test('the status of a country equals a count of its messages, and only accounts of its side see it, without numbers', async () => {
  await Promise.all([
    send(20, NUMBERS.arrives.CA),
    send(19, NUMBERS.arrives.DE),
    send(3, NUMBERS.refused.DE),
    send(15, NUMBERS.arrives.GB),
    send(6, NUMBERS.off.GB),
    send(9, NUMBERS.arrives.SE),
    send(12, NUMBERS.blocked.SE),
    send(19, '+33600000000'),
  ])
  await round()
  const shown = await rows()
  const expected = await summed()
  for (const country of ['CA', 'DE', 'GB', 'SE']) {
    const { delivered, median_ms, state } = shown.get(country) ?? {}
    expect({ country, delivered, median_ms, state }).toEqual({ country, ...expected.get(country) })
  }
  expect([...shown.values()].map(({ country, state }) => [country, state])).toEqual([
    ['SE', 'outage'],
    ['DE', 'degraded'],
    ['CA', 'operational'],
    ['GB', 'operational'],
    ['FR', 'quiet'],
  ])
  expect(shown.get('FR')).toMatchObject({ delivered: null, median_ms: null })
  expect(Object.keys(shown.get('CA') ?? {}).toSorted()).toEqual([
    'channel',
    'country',
    'delivered',
    'median_ms',
    'since',
    'state',
  ])
  const mainland = await world.account({ partition: 'cn' })
  expect((await rows(mainland)).get('CA')).toBeUndefined()
  expect((await rows(await world.account())).get('CA')).toEqual(shown.get('CA'))
})

test('the status names the five countries that the account sends most messages to, and those of no other account', async () => {
  await send(1, NUMBERS.arrives.JP)
  await world.loops.run('analytics')
  const { rows: most } = await world.pool.query<{ country: string }>(
    'select country from message where account_id = $1 group by country order by count(*) desc, country limit 5',
    [owner.id],
  )
  const ownOf = async (reader: SignedIn) => (await reader.call(supportStatus.get)).own
  expect(await ownOf(owner)).toEqual(most.map(({ country }) => country))
  expect(await ownOf(owner)).toEqual(['DE', 'GB', 'SE', 'CA', 'FR'])
  expect(await ownOf(await world.account())).toEqual([])
  await world.pool.query('update analytics_count set day = day - 30 where account_id = $1', [owner.id])
  expect(await ownOf(owner)).toEqual([])
})

test('an outage of one country shows with the next round and goes when messages arrive again', async () => {
  world.clock.advance(DAY / 2)
  await Promise.all([send(40, NUMBERS.arrives.JP), send(4, NUMBERS.refused.JP), send(20, NUMBERS.arrives.SG)])
  await round()
  const before = await rows()
  // The few that were refused are too small a share.
  expect([before.get('JP')?.state, before.get('SG')?.state]).toEqual(['operational', 'operational'])

  world.clock.advance(4 * MINUTE)
  await Promise.all([send(20, NUMBERS.refused.JP), send(20, NUMBERS.arrives.SG)])
  await round()
  const during = await rows()
  expect([during.get('JP')?.state, during.get('SG')?.state]).toEqual(['outage', 'operational'])
  expect(during.get('SG')?.since).toBe(before.get('SG')?.since)
  expect(during.get('JP')?.since).toBe(world.clock.now().toISOString())

  world.clock.advance(4 * MINUTE)
  await send(20, NUMBERS.arrives.JP)
  await round()
  expect((await rows()).get('JP')).toMatchObject({ state: 'operational', delivered: 1 })
})

test('two processes count once, and a row without messages becomes quiet and goes after a day', async () => {
  world.clock.advance(DAY)
  await send(20, NUMBERS.refused.JP)
  await round()
  await send(20, NUMBERS.arrives.JP)
  const deps = { pool: world.pool, clock: world.clock, standardLink: 'sandbox' }
  await Promise.all([countStatus(deps), countStatus(deps)])
  expect((await rows()).get('JP')).toMatchObject({ state: 'outage', delivered: 0 })
  await round()
  expect((await rows()).get('JP')?.delivered).toBe(0.5)

  world.clock.advance(limits.statusWindow)
  expect((await rows()).get('JP')).toMatchObject({ state: 'quiet', delivered: null })
  await round()
  expect((await rows()).get('JP')).toMatchObject({ state: 'quiet', since: world.clock.now().toISOString() })
  world.clock.advance(DAY)
  await round()
  expect((await rows()).get('JP')).toBeUndefined()
})

test('messages that no upstream takes count as failed after a minute', async () => {
  const cut = await newWorld({ SANDBOX_SINK: 'http://127.0.0.1:1/' })
  try {
    const reader = await cut.account()
    const { send: sendCut } = await newSender(cut, reader)
    await Promise.all(Array.from({ length: 20 }, () => sendCut({ to: '+15145550100', text: 'Hello', scene: 2 })))
    const links = async () => (await cut.pool.query(`select state from link_owner where upstream = 'sandbox'`)).rows
    await eventually(links, ([link]) => link !== undefined && link.state !== 'up')
    await cut.loops.run('network-status')
    expect((await reader.call(supportStatus.get)).rows).toEqual([])
    cut.clock.advance(MINUTE)
    await cut.loops.run('network-status')
    expect((await reader.call(supportStatus.get)).rows).toMatchObject([
      { country: 'CA', state: 'outage', delivered: 0 },
    ])
  } finally {
    await cut.close()
  }
})

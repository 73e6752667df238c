import { DAY, HOUR, MINUTE } from '@hongyan/contract/durations'
import type { BroadcastId } from '@hongyan/contract/ids'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { broadcastTo, countsOf, type Listed, readBroadcast } from '../../test/running-broadcasts.ts'
import { newWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const run = () => world.loops.run('broadcasts')
const MARKETING = { scene: 3 } as const
const [BOGOTA, DALLAS, LONDON, MIAMI]: readonly Listed[] = [
  { to: '+573001230008', country: 'CO' },
  { to: '+12145550008', country: 'US' },
  { to: '+447700900008', country: 'GB' },
  { to: '+13055550008', country: 'US' },
]

interface Sent {
  readonly recipient: string
  readonly at: Date
}

const sentBy = async (id: BroadcastId): Promise<readonly Sent[]> => {
  const { rows } = await world.pool.query<Sent>(
    `select b.recipient, m.accepted_at as at from message m
       join message_body b on b.account_id = m.account_id and b.id = m.id
      where m.broadcast_id = $1 order by m.accepted_at`,
    [id],
  )
  return rows
}

/** The weekday and the time of a place's clock, such as `Sun 09:30`. */
const clockIn = (zone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(at)
    .replace(',', '')

const zones: Readonly<Record<string, string>> = {
  [BOGOTA?.to ?? '']: 'America/Bogota',
  [DALLAS?.to ?? '']: 'America/Chicago',
  [LONDON?.to ?? '']: 'Europe/London',
  [MIAMI?.to ?? '']: 'America/New_York',
}

test('marketing begins in each place once its hours open, on a Texas Sunday at noon and in Colombia on Monday', async () => {
  const owner = await world.account()
  // Saturday night in America, after every window has closed.
  world.clock.set(new Date('2026-11-22T04:30:00Z'))
  const members = [BOGOTA, DALLAS, LONDON, MIAMI].flatMap((one) => one ?? [])
  const id = await broadcastTo(world, owner.id, members, { message: MARKETING })
  await run()
  expect(await sentBy(id)).toEqual([])
  for (let turns = 0; turns < 96; turns += 1) {
    world.clock.advance(30 * MINUTE)
    await run()
  }
  const begun = Object.fromEntries(
    (await sentBy(id)).map(({ recipient, at }) => [recipient, clockIn(zones[recipient] ?? '', at)]),
  )
  expect(begun).toEqual({
    [LONDON?.to ?? '']: 'Sun 08:00',
    [MIAMI?.to ?? '']: 'Sun 09:00',
    [DALLAS?.to ?? '']: 'Sun 12:00',
    [BOGOTA?.to ?? '']: 'Mon 07:00',
  })
  expect(await readBroadcast(world, owner.id, id)).toMatchObject({ status: SendJobStatus.Finished })
})

test('a slow run stops for a place when its hours close on the way, and goes on when they open again', async () => {
  const owner = await world.account()
  world.clock.set(new Date('2026-11-24T20:58:00Z'))
  const members = Array.from({ length: 4 }, (_, nr) => ({ to: `+44770090${nr}008`, country: 'GB' }))
  const id = await broadcastTo(world, owner.id, members, { message: MARKETING, plan: { speed: 1 } })
  for (let turns = 0; turns < 2 * 24 * 60 && (await sentBy(id)).length < 4; turns += 1) {
    await run()
    world.clock.advance(turns < 10 ? MINUTE : HOUR)
  }
  const hours = (await sentBy(id)).map(({ at }) => Number(clockIn('Europe/London', at).slice(4, 6)))
  expect(hours.slice(0, 2)).toEqual([20, 20])
  for (const hour of hours) expect(hour >= 8 && hour < 21).toBe(true)
  expect(hours).toHaveLength(4)
})

test('a recipient in Colombia gets one marketing message of an account a day, and the next one on the next day', async () => {
  const owner = await world.account()
  world.clock.set(new Date('2026-11-24T15:00:00Z'))
  const members = [{ to: '+573001240008', country: 'CO' }]
  const [one, two] = [
    await broadcastTo(world, owner.id, members, { message: MARKETING }),
    await broadcastTo(world, owner.id, members, { message: MARKETING }),
  ]
  await run()
  await run()
  const counts = await Promise.all([one, two].map((id) => countsOf(world, owner.id, id)))
  expect(counts.map(({ waiting }) => waiting).toSorted((one, other) => one - other)).toEqual([0, 1])
  const later = counts[0]?.waiting === 0 ? one : two
  const waiting = await readBroadcast(world, owner.id, later)
  expect(waiting).toMatchObject({ phase: 'waiting', next_at: new Date('2026-11-25T15:00:00Z') })
  world.clock.advance(DAY)
  await run()
  expect(await sentBy(later)).toHaveLength(1)
})

test('a broadcast by each recipient’s own clock sends at that time of each place', async () => {
  const owner = await world.account()
  world.clock.set(new Date('2026-11-25T00:00:00Z'))
  const members = [
    { to: '+6581270008', country: 'SG' },
    { to: '+447700910008', country: 'GB' },
  ]
  const plan = { time: 'local', local: '2026-11-25T10:00' } as const
  const id = await broadcastTo(world, owner.id, members, { plan, startsAt: new Date('2026-11-25T02:00:00Z') })
  for (let turns = 0; turns < 12; turns += 1) {
    await run()
    world.clock.advance(HOUR)
  }
  expect((await sentBy(id)).map(({ at }) => at.toISOString())).toEqual([
    '2026-11-25T02:00:00.000Z',
    '2026-11-25T10:00:00.000Z',
  ])
})

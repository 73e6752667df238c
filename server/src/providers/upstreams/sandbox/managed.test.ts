import { AccountId, UpstreamId, wireId } from '@hongyan/contract/ids'
import { MINUTE, SECOND } from '@hongyan/contract/durations'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase } from '../../../../test/cluster.ts'
import { openPool } from '../../../db/connect.ts'
import { type Clock, settableClock } from '../../../kit/clock.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { newLogger } from '../../../kit/logger.ts'
import { type ManagedChannel, noProviders } from '../managed.ts'
import { upstreamSuite } from '../suite.ts'
import type { HandOver } from '../upstream.ts'
import { sandboxProviders } from './managed.ts'

let pool: Pool
let end: () => Promise<void>
beforeAll(async () => {
  const database = await newDatabase()
  pool = openPool(database.url, 3, newLogger('silent'))
  end = async () => {
    await pool.end()
    await database.drop()
  }
})
afterAll(() => end())

const newChannel = (change: Partial<ManagedChannel> = {}): ManagedChannel => ({
  account: AccountId.parse(uuidv7(new Date())),
  id: UpstreamId.parse(uuidv7(new Date())),
  provider: 'twl',
  settings: {},
  secrets: { authToken: 'secret' },
  behaviour: 'normal',
  tps: 50,
  ...change,
})

const START = new Date('2026-11-20T10:00:30Z')

function open(channel: ManagedChannel, clock: Clock = settableClock(START)) {
  const opened = sandboxProviders({ pool, clock, sink: null, wait: async () => undefined }).open(channel)
  if (opened === null) throw new Error('the sandbox opens every channel')
  return opened
}

const message = (): HandOver => ({
  reference: uuidv7(new Date()).replaceAll('-', ''),
  channel: 'sms',
  to: '+12065550100',
  sender: null,
  text: 'Hello',
  parts: 1,
  scene: 2,
  attempt: 1,
  remote: null,
})

/** A clock that moves on by a second at each look, so that a throttled carrier has room for every message. */
function restlessClock(): Clock {
  const clock = settableClock(START)
  return {
    now() {
      clock.advance(SECOND)
      return clock.now()
    },
  }
}

// Failing, late and down ones break the suite's rules by design.
describe.each(['normal', 'slow', 'throttled', 'flaky'] as const)('a %s managed channel', (behaviour) => {
  upstreamSuite(async () => ({
    upstream: open(newChannel({ behaviour }), behaviour === 'throttled' ? restlessClock() : undefined),
    end: async () => undefined,
  }))
})

test('a channel has the code and the rate of its own, and a window of eight seconds within bounds', () => {
  const channel = newChannel()
  expect(open(channel)).toMatchObject({ code: wireId(channel.id), rate: 50, window: 400 })
  const windowAt = (tps: number) => open(newChannel({ tps })).window
  expect([windowAt(1), windowAt(1_000)]).toEqual([50, 2_000])
})

test('a channel finds no message of another one', async () => {
  const [one, other] = [open(newChannel()), open(newChannel())]
  const sent = message()
  expect(await one.submit(sent)).toMatchObject({ kind: 'accepted' })
  expect((await one.find([sent.reference])).size).toBe(1)
  expect((await other.find([sent.reference])).size).toBe(0)
})

test('a flaky channel that is away takes nothing, answers no query and is itself again after twenty seconds', async () => {
  const clock = settableClock(new Date(Math.floor(START.getTime() / MINUTE) * MINUTE))
  const upstream = open(newChannel({ behaviour: 'flaky' }), clock)
  const sent = message()
  expect(await upstream.submit(sent)).toEqual({ kind: 'unreachable' })
  await expect(upstream.find([sent.reference])).rejects.toThrow('cannot be reached')
  clock.advance(20 * SECOND)
  expect(await upstream.submit(sent)).toMatchObject({ kind: 'accepted' })
  expect((await upstream.find([sent.reference])).size).toBe(1)
})

test('a channel with rejected credentials answers so, and takes nothing', async () => {
  const upstream = open(newChannel({ secrets: { authToken: 'secret000' } }))
  const sent = message()
  expect(await upstream.submit(sent)).toEqual({ kind: 'unauthorized', upstreamCode: '401' })
  expect((await upstream.find([sent.reference])).size).toBe(0)
})

test('a check of credentials and the state of a mapping are chosen by the last characters', async () => {
  const { check, mappingState } = sandboxProviders({ pool, clock: settableClock(START), sink: null })
  const { settings } = newChannel()
  expect(await check('twl', { settings, secrets: { authToken: 'abc' } })).toEqual({ result: 'accepted', field: null })
  expect(await check('twl', { settings, secrets: { authToken: '000' } })).toMatchObject({ result: 'rejected' })
  expect(await mappingState(newChannel({ provider: 'ali' }), 'template', 'PENDING_1')).toBe('pending')
})

test('without an adapter a channel is not opened and its credentials are not checked', async () => {
  expect(noProviders.open(newChannel())).toBeNull()
  expect(await noProviders.check('twl', newChannel())).toEqual({ result: 'no_adapter', field: null })
})

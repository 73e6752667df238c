import { UpstreamId, wireId } from '@hongyan/contract/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inboxOf } from '../../../test/inbox.ts'
import { newWorld, type World } from '../../../test/world.ts'
import { uuidv7 } from '../../kit/ids.ts'
import { sandboxProviders } from '../../providers/upstreams/sandbox/managed.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

test('the inbox names the channel that a message came over, and the template that its provider was given', async () => {
  const { pool, clock } = world
  const { id: account } = await world.account()
  const id = UpstreamId.parse(uuidv7(clock.now()))
  await pool.query(
    `insert into upstream (account_id, id, name, provider, state, regions, tps, settings, sealed_secrets, secret_tails,
       receipt_token, version, created_at, updated_at)
     values ($1, $2, 'Hangzhou', 'ali', 'active', '{}', 50, '{}', '', '{}', 'token', 1, $3, $3)`,
    [account, id, clock.now()],
  )
  const channel = { account, id, provider: 'ali', settings: {}, secrets: {}, behaviour: 'normal', tps: 50 } as const
  const upstream = sandboxProviders({ pool, clock, sink: null }).open(channel)
  const to = '+8613800131234'
  const remote = { signature: 'SIGN_1', template: 'SMS_1', parameters: ['482913', '5'] }
  const message = { channel: 'sms', to, sender: null, text: '482913', parts: 1, scene: 1, attempt: 1, remote } as const
  expect(await upstream?.submit({ ...message, reference: wireId(id) })).toMatchObject({ kind: 'accepted' })

  const named = { upstream: { name: 'Hangzhou', provider: 'ali' }, remote }
  expect(await inboxOf(world, to)).toMatchObject([named])
  await pool.query('delete from upstream where id = $1', [id])
  expect(await inboxOf(world, to)).toMatchObject([{ upstream: null, remote }])
})

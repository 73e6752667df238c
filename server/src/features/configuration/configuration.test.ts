import { configuration } from '@hongyan/contract/endpoints/configuration'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, newSender } from '../../../test/sender.ts'
import { newWorld, type SignedIn, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const untouched = {
  acct_auto_recharge: { enable: false, below: null, topup: null, pm_id: null },
  signature: null,
  validity: null,
  content_retention: 30,
  time_zone: 'UTC',
}
const free = { sms_wildcard: JSON.stringify(['signature']) }

test('a new account has the default configuration, in the zone of its sign-up', async () => {
  expect(await (await world.account()).call(configuration.sms)).toEqual(untouched)
  const cn = await world.account({ partition: 'cn' })
  expect(await cn.call(configuration.sms)).toEqual({ ...untouched, time_zone: 'Asia/Shanghai' })
})

test('a saved field stays, and an omitted one is unchanged', async () => {
  const owner = await world.account(free)
  const saved = { ...untouched, signature: 'Lumen', validity: 30, content_retention: 90 } as const
  expect(await owner.call(configuration.saveSms, { body: saved })).toEqual(saved)
  expect(await owner.call(configuration.saveSms, { body: { content_retention: 0 } })).toEqual({
    ...saved,
    content_retention: 0,
  })
  expect(await owner.call(configuration.saveSms, { body: { validity: null } })).toMatchObject({
    signature: 'Lumen',
    validity: null,
  })
  expect(await owner.call(configuration.sms)).toMatchObject({ signature: 'Lumen', content_retention: 0 })
})

test.each([
  [{ time_zone: 'Asia/Shanghai' }, 'restricted_params', 'time_zone'],
  [
    { acct_auto_recharge: { ...untouched.acct_auto_recharge, enable: true } },
    'restricted_params',
    'acct_auto_recharge',
  ],
  [{ signature: 'Lumen' }, 'signature_not_found', 'signature'],
  [{ signature: '【Lumen】' }, 'invalid_request', 'signature'],
  [{ signature: '  ' }, 'invalid_request', 'signature'],
  [{ validity: 29 }, 'invalid_request', 'validity'],
  [{ validity: 259_201 }, 'invalid_request', 'validity'],
  [{ validity: 30.5 }, 'invalid_request', 'validity'],
  [{ content_retention: 31 }, 'invalid_request', 'content_retention'],
  [{ retention: 7 }, 'restricted_params', 'retention'],
])('%o is refused by name and saves nothing', async (body, code, field) => {
  const owner = await world.account()
  expect(await owner.ask(configuration.saveSms, { body })).toMatchObject({
    status: 400,
    body: { error: { code, field } },
  })
  expect(await owner.call(configuration.sms)).toEqual(untouched)
})

test('a saved sender can be saved again after the account lost the right to choose one', async () => {
  const owner = await world.account(free)
  await owner.call(configuration.saveSms, { body: { signature: 'Lumen' } })
  await world.db.updateTable('account').set({ sms_wildcard: null }).where('id', '=', owner.id).execute()
  expect((await owner.ask(configuration.saveSms, { body: { signature: 'Lumen', validity: 60 } })).status).toBe(200)
})

test('two owners’ calls that save different fields at once are both saved', async () => {
  const owner = await world.account()
  const bodies = [{ validity: 600 }, { content_retention: 7 }] as const
  await Promise.all(bodies.map((body) => owner.call(configuration.saveSms, { body })))
  expect(await owner.call(configuration.sms)).toMatchObject({ validity: 600, content_retention: 7 })
})

describe('the gateway', () => {
  interface Sent {
    readonly sender: string | null
    readonly waits: number
    readonly retention: number
    readonly status: number
    readonly recipient: string
    readonly text: string
    readonly table: string
  }

  const sentBy = async ({ id }: SignedIn): Promise<Sent | undefined> => {
    const { rows } = await world.pool.query<Sent>(
      `select m.sender, extract(epoch from m.valid_until - m.accepted_at)::integer as waits, m.status,
         m.retention_days as retention, b.recipient, b.text, b.tableoid::regclass::text as table
       from message m join message_body b on (b.account_id, b.id) = (m.account_id, m.id)
       where m.account_id = $1 order by m.id desc limit 1`,
      [id],
    )
    return rows[0]
  }
  const body = { to: '+12065550100', text: 'Code 123456', scene: 2 }

  test('the gateway follows the configuration of an account that already sends, within seconds', async () => {
    const owner = await world.account(free)
    const { send } = await newSender(world, owner)
    await send(body)
    expect(await sentBy(owner)).toMatchObject({ sender: null, waits: 86_400, retention: 30 })
    await owner.call(configuration.saveSms, { body: { signature: 'Lumen', validity: 90, content_retention: 7 } })
    const sent = await eventually(
      async () => {
        await send(body)
        return sentBy(owner)
      },
      (found) => found?.sender === 'Lumen',
    )
    expect(sent).toMatchObject({ waits: 90, retention: 7, table: 'message_body_7_p20261120' })
    await send({ ...body, signature: 'Cash / Bank transfer' })
    expect(await sentBy(owner)).toMatchObject({ sender: 'Cash / Bank transfer' })
  })

  test('the gateway writes no body of a message whose body is kept for no day', async () => {
    const owner = await world.account()
    await owner.call(configuration.saveSms, { body: { content_retention: 0 } })
    const { send } = await newSender(world, owner)
    await send(body)
    const ended = async () =>
      (await world.pool.query('select status from message where account_id = $1', [owner.id])).rows[0]
    await eventually(ended, (found) => found?.status === 4)
    expect(await sentBy(owner)).toBeUndefined()
  })

  test('the gateway ignores a saved sender after the account lost the right to choose one', async () => {
    const owner = await world.account(free)
    await owner.call(configuration.saveSms, { body: { signature: 'Lumen' } })
    await world.db.updateTable('account').set({ sms_wildcard: null }).where('id', '=', owner.id).execute()
    const { send } = await newSender(world, owner)
    expect((await send(body)).status).toBe(200)
    expect(await sentBy(owner)).toMatchObject({ sender: null })
  })
})

import { supportContacts } from '@hongyan/contract/endpoints/support/channels'
import { HOUR, MINUTE } from '@hongyan/contract/durations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { uuidv7 } from '../../../kit/ids.ts'

let world: World
let owner: SignedIn
beforeAll(async () => {
  world = await newWorld({ SUPPORT_TELEGRAM: 'none', SUPPORT_HOURS_US: 'Mon-Fri 09:00-18:00 Europe/London' })
  owner = await world.account()
})
afterAll(() => world.close())

const listed = async (reader = owner, language = 'en') => {
  const { body } = await reader.ask(supportContacts.list, { headers: { 'accept-language': language } })
  return supportContacts.list.reply.parse(body)
}

test('channels come in the order of the reader’s language, each with its link, and none without an address', async () => {
  expect((await listed()).channels).toEqual([
    { channel: 'whatsapp', address: '+12065550100', link: 'https://wa.me/12065550100' },
    { channel: 'line', address: '@hongyan.example', link: 'https://line.me/R/ti/p/%40hongyan.example' },
    { channel: 'email', address: 'support@hongyan.example', link: 'mailto:support@hongyan.example' },
    {
      channel: 'wechat',
      address: 'work.weixin.qq.com/kfid/kfc0000000000example',
      link: 'https://work.weixin.qq.com/kfid/kfc0000000000example',
    },
  ])
  const chinese = await listed(owner, 'zh-CN')
  expect(chinese.channels.map(({ channel }) => channel)).toEqual(['wechat', 'email', 'whatsapp', 'line'])
})

test('each partition has hours of its own', async () => {
  world.clock.set(new Date('2026-11-20T17:30:00Z'))
  expect((await listed()).hours).toEqual({
    days: [1, 2, 3, 4, 5],
    from: '09:00',
    to: '18:00',
    zone: 'Europe/London',
    open: true,
    changes_at: '2026-11-20T18:00:00.000Z',
  })
  expect((await listed(await world.account({ partition: 'cn' }))).hours).toMatchObject({
    zone: 'Asia/Shanghai',
    open: false,
    changes_at: '2026-11-23T01:00:00.000Z',
  })
})

test('the usual reply time is the median of the partition’s first replies, from five tickets on', async () => {
  const mainland = await world.account({ partition: 'cn' })
  const newTicket = async ({ id }: SignedIn, no: number, minutes: number | null) => {
    const now = world.clock.now()
    const replied = minutes === null ? null : new Date(now.getTime() - HOUR + minutes * MINUTE)
    await world.pool.query(
      `insert into ticket (account_id, id, no, subject, category, impact, priority, state, replied_at, created_at, updated_at)
       values ($1, $2, $3, 'No codes', 'delivery', 'question', 3, 'new', $4, $5, $5)`,
      [id, uuidv7(now), no, replied, new Date(now.getTime() - HOUR)],
    )
  }
  for (const [nr, minutes] of [3, 50, 12, 40].entries()) await newTicket(owner, nr + 1, minutes)
  await newTicket(mainland, 1, 1)
  await newTicket(owner, 5, null)
  expect((await listed()).first_reply_s).toBeNull()
  await newTicket(owner, 6, 4)
  expect((await listed()).first_reply_s).toBe(12 * 60)
  expect((await listed(mainland)).first_reply_s).toBeNull()
})

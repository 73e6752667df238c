import { account } from '@hongyan/contract/endpoints/account/account'
import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { session } from '@hongyan/contract/endpoints/account/session'
import { statistics } from '@hongyan/contract/endpoints/messaging/statistics'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAtStart, demoDeps } from '../src/compose/demo.ts'
import { seedDemo } from '../src/features/demo/seed.ts'
import { demoSignIns } from '../src/features/demo/sign-ins.ts'
import { cookieOf, newWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

async function demoOwners() {
  const owners = []
  for (const body of await demoSignIns(world.db)) {
    const answer = await world.visitor().ask(session.create, { body })
    owners.push(world.visitor({ cookie: cookieOf(answer) }))
  }
  return owners
}

test('the demo has a mainland and an international account, each with two credentials and a month of history', async () => {
  expect(await demoSignIns(world.db)).toEqual([])
  expect(await seedDemo(demoDeps(world))).toBe(true)
  const owners = await demoOwners()

  expect(await Promise.all(owners.map((owner) => owner.call(account.get)))).toMatchObject([
    {
      email: 'demo@hongyan.example',
      fullname: 'Mei Tan',
      balance_amount: '1284.379200',
      currency: 'USD',
      avatar_url: null,
    },
    {
      email: 'demo.cn@hongyan.example',
      fullname: '陈嘉禾',
      balance_amount: '8652.403100',
      currency: 'CNY',
      demo: true,
    },
  ])
  for (const [place, average] of [1_700, 17_000].entries()) {
    const [owner] = owners.slice(place)
    expect((await owner?.call(credentials.list))?.map(({ mode }) => mode)).toEqual([1, 2])
    const days = (await owner?.call(statistics.summary, { query: { period: '30d' } })) ?? []
    expect(days.every(({ msg_cnt: messages }) => messages > 0)).toBe(true)
    const full = days.slice(0, -1).reduce((sum, { msg_cnt: messages }) => sum + messages, 0) / 30
    expect(full).toBeGreaterThan(average * 0.95)
    expect(full).toBeLessThan(average * 1.05)
  }
})

test('the demo is created once, even by two processes at the same time, and a second run changes nothing', async () => {
  const fresh = await newWorld()
  try {
    const both = await Promise.all([seedDemo(demoDeps(fresh)), seedDemo(demoDeps(fresh))])
    expect(both.toSorted()).toEqual([false, true])
    expect(await demoSignIns(fresh.db)).toHaveLength(2)
    expect(await seedDemo(demoDeps(fresh))).toBe(false)
  } finally {
    await fresh.close()
  }
})

test('the demo leaves a customer with one of its email addresses unchanged', async () => {
  const fresh = await newWorld()
  try {
    const owner = await fresh.account({ email: 'demo@hongyan.example' })
    await seedDemo(demoDeps(fresh))
    expect(await owner.call(account.get)).toMatchObject({ demo: false, balance_amount: '100.000000' })
    expect(await owner.call(credentials.list)).toEqual([])
    expect((await demoSignIns(fresh.db)).map(({ identifier }) => identifier)).toEqual(['demo.cn@hongyan.example'])
  } finally {
    await fresh.close()
  }
})

test('the demo is created at the first start unless settings disable it, and allows sign-in at later starts', async () => {
  const fresh = await newWorld()
  try {
    expect(await demoAtStart({ ...fresh, config: { ...fresh.config, seed: 'none' } })).toEqual([])
    expect(await demoSignIns(fresh.db)).toEqual([])
    const first = await demoAtStart(fresh)
    expect(first).toEqual([
      { identifier: 'demo@hongyan.example', password: 'hongyan-demo' },
      { identifier: 'demo.cn@hongyan.example', password: 'hongyan-demo' },
    ])
    expect(await demoAtStart(fresh)).toEqual(first)
  } finally {
    await fresh.close()
  }
})

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openPage } from '../browser.ts'
import { startSession } from '../sign-in.ts'
import { calls } from './calls.ts'
import { drawEverything } from './draw.ts'
import { bindNewPhone, signUpByPhone } from './make-contacts.ts'
import { closeMonth, type Made, makeRecords, useCredit } from './make-records.ts'
import { barredCalls, messages, ruledCalls } from './messages.ts'
import { provokeMessages } from './provoke.ts'
import { sendEveryCall } from './send-calls.ts'
import type { Owners } from './stage.ts'
import { type Caller, startWorld, type World } from './world.ts'

let world: World
let owner: Caller
let made: Made
let owners: Owners

beforeAll(async () => {
  world = await startWorld()
  owner = await world.open({ fields: { credit_enabled: 'true', credit_amount: '1000' } })
  await useCredit(world, owner)
  const [reached, byPhone] = [await world.open(), await signUpByPhone(world)]
  const phone = await bindNewPhone(world, reached)
  world.setClock(0)
  await closeMonth(world, owner)
  for (const status of ['1', '10', '11', '12', '13', '14', '0']) {
    await world.server.hongyan('account', 'set', owner.identifier, 'acct_status', status, '--by', 'Ada')
  }
  owner = await world.enter(owner)
  made = await makeRecords(world, owner)
  const [fresh, blocked, suspended] = await Promise.all([
    world.create(),
    world.create(),
    world.create({ fields: { acct_status: '1' } }),
  ])
  owners = { busy: owner, fresh, reached: { ...reached, phone }, byPhone, blocked, suspended }
})

afterAll(() => world.stop())

test('each of the 22 calls of the specification is sent as its table writes it, and its reply has the table’s names', async () => {
  const [dollars, yuan] = await Promise.all([
    world.open({ fields: { 'release.channel': 'canary' } }),
    world.open({ partition: 'cn' }),
  ])
  const sent = await sendEveryCall(world, dollars, yuan)
  expect(sent.size).toBe(22)
  const asWritten = Object.entries(calls).map(([name, { request }]) => [name, [...request].toSorted()])
  expect(Object.fromEntries([...sent].map(([name, names]) => [name, [...names].toSorted()]))).toEqual(
    Object.fromEntries(asWritten),
  )
})

/** Both languages at once, because most of a walk is waiting for the server or for the browser. */
test('in both languages, each route shows a record made by its own calls, and the console draws every value of every enumeration', async () => {
  const walk = async (locale: 'en-US' | 'zh-CN'): Promise<readonly string[]> => {
    const { page, problems, close } = await openPage(world.server.address, { locale })
    onTestFinished(close)
    await startSession(page, owner)
    await page.goto('/')
    await drawEverything(page, made, locale === 'en-US' ? 'en' : 'zh')
    return problems
  }
  expect(await Promise.all([walk('en-US'), walk('zh-CN')])).toEqual([[], []])
})

test('the server refuses by the same rules, in the caller’s language', async () => {
  const [reached, suspended, blocked] = await Promise.all([
    world.enter(owners.reached),
    world.enter(owners.suspended),
    world.open({ fields: { acct_status: '12' } }),
  ])
  const refused = [
    ...ruledCalls(owners.reached.phone, owners.reached.identifier).map((call) => [reached, call] as const),
    [suspended, barredCalls.suspended] as const,
    [blocked, barredCalls.blocked] as const,
  ]
  for (const [caller, { method, path, body, status, en, zh }] of refused) {
    const replies = [
      await caller.ask(method, path, { body }),
      await caller.ask(method, path, { body, locale: 'zh-CN' }),
    ]
    const said = [en, zh].map((message) => ({ status, body: { error: { message } } }))
    expect(replies).toMatchObject(said)
  }
})

test('every message of the specification’s rules and catalogue of errors is provoked in the console', async () => {
  const { page, close } = await openPage(world.server.address)
  onTestFinished(close)
  const seen = await provokeMessages(world, page, owners, made)
  expect([...seen].toSorted()).toEqual(Object.keys(messages).toSorted())
})

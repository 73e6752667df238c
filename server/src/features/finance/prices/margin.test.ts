import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DAY } from '@hongyan/contract/durations'
import { messages } from '@hongyan/contract/endpoints/messaging/messages'
import { routing } from '@hongyan/contract/endpoints/messaging/routing'
import { dashedId, MessageId, UpstreamId, wireId } from '@hongyan/contract/ids'
import { decimalOf, micros } from '@hongyan/contract/money'
import { MessageScene, MessageStatus } from '@hongyan/contract/vocabulary/message'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newChannel, newChannelForm } from '../../../../test/channels.ts'
import { eventually, newSender } from '../../../../test/sender.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { readArguments, type CommandResult } from '../../../kit/command.ts'
import { costCommands } from './cost-commands.ts'

const HEADER = 'upstream,iso2,scene,currency,unit_cost,effective_from'
const folder = mkdtempSync(path.join(tmpdir(), 'hongyan-costs-'))

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

function hongyan(name: string, ...typed: readonly string[]): Promise<CommandResult> {
  const command = costCommands.find((each) => each.name === name)
  if (command === undefined) throw new Error(`there is no command ${name}`)
  return command.run(world, readArguments(command, typed))
}

function fileOf(...lines: readonly string[]): string {
  const file = path.join(folder, 'costs.csv')
  writeFileSync(file, [HEADER, ...lines, ''].join('\n'))
  return file
}

const decimal = (amount: bigint): string => decimalOf(micros(amount))
const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** Sends messages one after another, and waits until all were delivered. */
async function deliver(owner: SignedIn, bodies: readonly object[]): Promise<void> {
  const { send } = await newSender(world, owner)
  for (const body of bodies) {
    const answer = await send(body)
    const id = MessageId.parse(dashedId(answer.body.data?.messages[0]?.id ?? ''))
    const read = () => owner.call(messages.get, { params: { id } })
    await eventually(read, ({ status }) => status === MessageStatus.Delivered)
  }
}

/** Adds a channel, and puts it in force for everything. */
async function ownChannel(owner: SignedIn): Promise<string> {
  const { id } = await newChannel(owner, newChannelForm({ regions: [], daily_cap: null }))
  const { draft_version: version, rules } = await owner.call(routing.get)
  const targets = [{ upstream: UpstreamId.parse(id), weight: null }]
  const last = rules.map((rule) => ({ ...rule, targets }))
  const { draft_version: draft } = await owner.call(routing.save, { body: { version, rules: last } })
  await owner.call(routing.activate, { body: { version: draft } })
  return wireId(UpstreamId.parse(id))
}

test('the margin of a day is what its messages were charged less their costs, and a customer’s own channel costs nothing', async () => {
  const now = world.clock.now()
  const [earlier, tomorrow] = [new Date(now.getTime() - DAY).toISOString(), new Date(now.getTime() + DAY).toISOString()]
  const costs = fileOf(
    `sandbox,US,*,USD,0.009000,${earlier}`,
    `sandbox,US,*,USD,0.500000,${tomorrow}`,
    `sandbox,US,1,USD,0.002001,${earlier}`,
    `sandbox,US,*,CNY,0.100000,${earlier}`,
  )
  expect((await hongyan('upstream costs import', costs)).line).toBe('4 costs were written.')
  await hongyan('upstream costs import', fileOf(`sandbox,US,*,USD,0.003000,${earlier}`))

  const owner = await world.account({ balance: '5' })
  const to = '+12065550100'
  await deliver(owner, [
    { to, text: 'Hello' },
    { to, text: 'x'.repeat(200) },
    { to, text: 'Code 402816', scene: MessageScene.Verification },
    { to: '+447700900045', text: 'Hello' },
  ])
  const other = await world.account({ balance: '5' })
  const upstream = await ownChannel(other)
  // Rules take effect within five seconds.
  await eventually(
    async () => {
      await deliver(other, [{ to: '+6591234567', text: 'Hello' }])
      return other.call(messages.list, { query: {} })
    },
    (listed) => listed.some((message) => message.upstream === upstream),
  )

  const sums = (
    await world.pool.query<{ key: string; charged: bigint }>(
      `select upstream || ' ' || country as key, sum(price_micros)::bigint as charged from message group by 1`,
    )
  ).rows
  const chargedOf = (key: string): bigint => sums.find((sum) => sum.key === key)?.charged ?? 0n
  const day = dayOf(now)
  const { json, line } = await hongyan('upstream margin', '--day', day)
  const { rows } = json as { readonly rows: readonly Readonly<Record<string, unknown>>[] }
  const rowOf = (of: string, country: string) => rows.find((row) => row['upstream'] === of && row['iso2'] === country)
  // Three parts of notifications at 0.003, and a code at 0.002001.
  expect(rowOf('sandbox', 'US')).toEqual({
    upstream: 'sandbox',
    iso2: 'US',
    currency: 'USD',
    messages: 3,
    parts: 4,
    charged: decimal(chargedOf('sandbox US')),
    cost: '0.011001',
    margin: decimal(chargedOf('sandbox US') - 11_001n),
    without_cost: 0,
  })
  const charged = decimal(chargedOf(`${upstream} SG`))
  expect(charged).not.toBe('0.000000')
  expect(rowOf(upstream, 'SG')).toMatchObject({ charged, cost: '0.000000', margin: charged, without_cost: 0 })
  const uk = decimal(chargedOf('sandbox GB'))
  expect(line).toContain(
    `sandbox, GB, USD: 1 messages, 1 parts, charged ${uk}, cost 0.000000, margin ${uk}, 1 messages without a cost`,
  )
  expect(json).toMatchObject({ day, sums: [{ currency: 'USD', cost: '0.011001' }] })
})

test('a day without messages has no margin', async () => {
  expect((await hongyan('upstream margin', '--day', '2020-02-29')).line).toBe(
    'No upstream carried a message on 2020-02-29.',
  )
  await expect(hongyan('upstream margin', '--day', '2020-02-30')).rejects.toThrow(
    '--day must be a day such as 2026-11-25, not "2020-02-30".',
  )
})

test.each([
  ['SANDBOX,US,*,USD,0.01,2026-11-01T00:00:00Z', 'costs.csv line 2: "SANDBOX" is no code of an upstream'],
  [
    `${'0a'.repeat(16)},US,*,USD,0.01,2026-11-01T00:00:00Z`,
    `costs.csv line 2: "${'0a'.repeat(16)}" is a channel on a customer's own account, which costs the house nothing`,
  ],
  ['sandbox,usa,*,USD,0.01,2026-11-01T00:00:00Z', 'costs.csv line 2: "usa" is no country code of two capital letters'],
  ['sandbox,US,*,USD,-1,2026-11-01T00:00:00Z', 'costs.csv line 2: "-1" is no cost with at most six decimals'],
  ['sandbox,US,*,USD,0.01,2026-11-01', 'costs.csv line 2: "2026-11-01" is no moment such as 2026-12-01T00:00:00Z'],
  ['sandbox,US,*,USD,0.01', 'costs.csv line 2: has 5 columns instead of 6'],
])('costs with the line %s are refused with its number', async (row, reason) => {
  await expect(hongyan('upstream costs import', fileOf(row))).rejects.toThrow(reason)
})

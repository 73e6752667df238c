import { DAY } from '@hongyan/contract/durations'
import { supportStatus } from '@hongyan/contract/endpoints/support/status'
import { support as limits } from '@hongyan/contract/limits/support'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { withCountryCodes } from '../../../compose/countries.ts'
import { readArguments } from '../../../kit/command.ts'
import { incidentCommands } from './commands.ts'

let world: World
let owner: SignedIn
beforeAll(async () => {
  world = await newWorld()
  owner = await world.account()
})
afterAll(() => world.close())

function run(name: string, ...typed: readonly string[]) {
  const command = incidentCommands.find((each) => each.name === `incident ${name}`)
  if (command === undefined) throw new Error(`there is no command ${name}`)
  return command.run(
    withCountryCodes(world),
    readArguments(command, [...typed, '--by', 'ops'].slice(0, name === 'list' ? -2 : undefined)),
  )
}
const text = (en: string, zh: string) => ['--text-en', en, '--text-zh', zh]
const title = ['--title-en', 'Delays to India', '--title-zh', '印度短信延迟']
const first = text('We see slow receipts.', '我们发现回执变慢。')
const idOf = ({ json }: { readonly json: object }) => ('id' in json ? String(json.id) : '')
const incidents = async (reader: SignedIn, language = 'en') => {
  const { body } = await reader.ask(supportStatus.get, { headers: { 'accept-language': language } })
  return supportStatus.get.reply.parse(body).incidents
}

test('an incident opens, gets updates and closes, in the language of the reader', async () => {
  const opened = await run('open', '--severity', 'degraded', ...title, '--country', 'in', '--channel', 'sms', ...first)
  const id = idOf(opened)
  const startedAt = world.clock.now().toISOString()
  world.clock.advance(60_000)
  await run('update', id, '--state', 'identified', ...text('A carrier is slow.', '某运营商处理缓慢。'))
  expect(await incidents(owner)).toEqual([
    {
      id,
      severity: 'degraded',
      state: 'identified',
      title: 'Delays to India',
      countries: ['IN'],
      channels: ['sms'],
      started_at: startedAt,
      closed_at: null,
      updates: [
        { at: world.clock.now().toISOString(), state: 'identified', text: 'A carrier is slow.' },
        { at: startedAt, state: 'investigating', text: 'We see slow receipts.' },
      ],
    },
  ])
  expect((await incidents(owner, 'zh-CN'))[0]?.updates[0]?.text).toBe('某运营商处理缓慢。')

  await run('close', id, ...text('Receipts are back to normal.', '回执已恢复正常。'))
  expect((await incidents(owner))[0]).toMatchObject({ state: 'closed', closed_at: world.clock.now().toISOString() })
  await expect(run('close', id, ...first)).rejects.toThrow(`There is no open incident ${id}.`)
  expect((await run('list')).line).toContain('degraded, closed')
  world.clock.advance(limits.incidentFor + DAY)
  expect(await incidents(await world.account())).toEqual([])
})

test('an incident of one partition is shown to its accounts alone', async () => {
  const [international, mainland] = [await world.account(), await world.account({ partition: 'cn' })]
  const only = idOf(await run('open', '--severity', 'outage', ...title, '--partition', 'cn', ...first))
  const both = idOf(await run('open', '--severity', 'maintenance', ...title, ...first))
  const ids = async (reader: SignedIn) => (await incidents(reader)).map(({ id }) => id)
  expect(await ids(international)).toEqual([both])
  expect(await ids(mainland)).toEqual([both, only])
})

test.each([
  [['--severity', 'bad', ...title, ...first], '--severity must be'],
  [
    ['--severity', 'outage', ...title, '--country', 'XX', ...first],
    '--country must be a code such as US or CN, not "XX".',
  ],
  [['--severity', 'outage', ...title, '--channel', 'pigeon', ...first], '--channel must be'],
  [['--severity', 'outage', ...title, '--partition', 'eu', ...first], '--partition must be'],
  [
    ['--severity', 'outage', '--title-en', 'x'.repeat(121), '--title-zh', '短', ...first],
    '--title-en must have 1 to 120',
  ],
  [['--severity', 'outage', ...title, ...text('x', ' ')], '--text-zh must have 1 to 1000'],
])('a wrong announcement is refused in one sentence: %j', async (typed, sentence) => {
  await expect(run('open', ...typed)).rejects.toThrow(sentence)
})

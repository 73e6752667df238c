import { type RouteRule, routing } from '@hongyan/contract/endpoints/messaging/routing'
import { type Upstream, upstreamMappings, upstreams } from '@hongyan/contract/endpoints/messaging/upstreams'
import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { RouteRuleId, UpstreamId } from '@hongyan/contract/ids'
import { DEFAULT_RULE, defaultRules } from '@hongyan/contract/upstreams/default-rule'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { degradeLink, newChannel, newChannelForm, newMappedForm } from '../../../../test/channels.ts'
import { newTemplate } from '../../../../test/senders.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { uuidv7 } from '../../../kit/ids.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const [LAST = unreachable()] = defaultRules
function unreachable(): never {
  throw new Error('an account has a last rule')
}

/** A rule for Singapore over these channels, in their order. */
const ruleOver = (refs: readonly Upstream['id'][], change: Partial<RouteRule> = {}): RouteRule => ({
  ...LAST,
  id: RouteRuleId.parse(uuidv7(world.clock.now())),
  name: 'Singapore',
  match: { ...LAST.match, countries: ['SG'] },
  targets: refs.map((upstream) => ({ upstream, weight: null })),
  ...change,
})

const save = (owner: SignedIn, rules: readonly RouteRule[], version = 0) =>
  owner.ask(routing.save, { body: { version, rules } })
const activate = (owner: SignedIn, version: number) => owner.ask(routing.activate, { body: { version } })
const refused = async (answer: ReturnType<SignedIn['ask']>) => {
  const { status, body } = await answer
  const { code, field } = (body as { error: { code: string; field?: string } }).error
  return [status, code, field]
}
const MESSAGE = { to: '+6591234567', scene: 2, signature: null, template: null, credential: null } as const
const simulated = (owner: SignedIn, change: object = {}) =>
  owner.call(routing.simulate, { body: { ...MESSAGE, ...change } })

test('an account without routing has one rule, which the product’s own channel carries out', async () => {
  const owner = await world.account()
  expect(await owner.call(routing.get)).toEqual({
    version: 0,
    rules: defaultRules,
    activated_at: null,
    fallback: { type: 1 },
    draft: null,
    draft_version: 0,
  })
  expect(await simulated(owner)).toMatchObject({
    country: 'SG',
    rule: { id: DEFAULT_RULE, position: 1 },
    order: [{ upstream: 'standard', name: 'Hongyan Direct', role: 'first', share: null }],
    skipped: [],
    others: [],
  })
})

test('a draft is saved, simulated and activated, and an earlier version comes back as a new one', async () => {
  const owner = await world.account()
  const { id } = await newChannel(owner)
  const first = [ruleOver([id, 'standard']), LAST]
  expect(await save(owner, first)).toMatchObject({
    status: 200,
    body: {
      version: 0,
      rules: defaultRules,
      draft_version: 1,
      draft: { version: 1, problems: [], simulated_at: null },
    },
  })
  expect(await simulated(owner)).toMatchObject({
    rule: { name: 'Singapore', position: 1 },
    skipped: [],
    order: [
      { upstream: id, role: 'first', unit_price: '0.001500' },
      { upstream: 'standard', role: 'failover' },
    ],
  })
  expect((await owner.call(routing.get)).draft?.simulated_at).not.toBeNull()
  expect(await activate(owner, 1)).toMatchObject({ status: 200, body: { version: 1, rules: first, draft: null } })
  expect((await owner.call(upstreams.list)).map(({ priority }) => priority)).toEqual([1, 1])
  await save(owner, [LAST], 2)
  await activate(owner, 3)
  expect(await simulated(owner)).toMatchObject({
    rule: { position: 1 },
    others: [{ upstream: id, rules: [] }],
  })
  const reverted = await owner.call(routing.revert, { body: { version: 2, to: 1 } })
  expect(reverted).toMatchObject({ version: 3, rules: first })
  expect((await owner.call(routing.history)).map(({ version, reverted_to }) => [version, reverted_to])).toEqual([
    [3, 1],
    [2, null],
    [1, null],
  ])
})

test('a stale version is refused with the current routing, and changes nothing', async () => {
  const owner = await world.account()
  await save(owner, [LAST])
  const stale = [
    save(owner, [LAST]),
    activate(owner, 0),
    owner.ask(routing.discard, { body: { version: 0 } }),
    owner.ask(routing.revert, { body: { version: 1, to: 1 } }),
  ]
  for (const answer of stale) {
    expect(await answer).toMatchObject({
      status: 409,
      body: {
        error: { code: 'state_conflict', field: 'version', details: { current: { version: 0, draft_version: 1 } } },
      },
    })
  }
  const discarded = await owner.call(routing.discard, { body: { version: 1 } })
  expect(discarded).toMatchObject({ draft: null, draft_version: 2 })
  expect(await refused(activate(owner, 2))).toEqual([409, 'state_conflict', 'version'])
})

test('rules that cannot be a draft are refused at their field, also those that name records of another account', async () => {
  const [owner, other] = [await world.account(), await world.account()]
  const theirs = await newChannel(other)
  const { id: theirKey } = await other.call(credentials.create, { body: { mode: 1 } })
  const template = await newTemplate(world, other)
  const rule = ruleOver(['standard'])
  const wrong: readonly (readonly [readonly RouteRule[], string, string])[] = [
    [[rule], 'route_default', 'rules[0].id'],
    [[LAST, LAST], 'invalid_request', 'rules[0].id'],
    [[rule, rule, LAST], 'invalid_request', 'rules[1].id'],
    [[{ ...LAST, match: rule.match }], 'route_default', 'rules[0].match'],
    [[{ ...rule, name: '' }, LAST], 'invalid_request', 'rules[0].name'],
    [[{ ...rule, order: 'weighted' }, LAST], 'invalid_request', 'rules[0].targets[0].weight'],
    [[ruleOver([theirs.id]), LAST], 'invalid_request', 'rules[0].targets[0].upstream'],
    [[{ ...rule, canary: { upstream: theirs.id, percent: 5 } }, LAST], 'invalid_request', 'rules[0].canary.upstream'],
    [
      [{ ...rule, match: { ...rule.match, credentials: [theirKey] } }, LAST],
      'invalid_request',
      'rules[0].match.credentials[0]',
    ],
    [
      [{ ...rule, match: { ...rule.match, templates: [template.id] } }, LAST],
      'invalid_request',
      'rules[0].match.templates[0]',
    ],
  ]
  for (const [rules, code, field] of wrong) expect(await refused(save(owner, rules))).toEqual([400, code, field])
  expect((await owner.call(routing.get)).draft).toBeNull()
})

test('a draft with problems is saved with one sentence for each, and its activation names the first one', async () => {
  const owner = await world.account()
  const { body } = await owner.ask(upstreams.create, { body: newChannelForm() })
  const tested = upstreams.create.reply.parse(body)
  const mapped = await newChannel(owner, newMappedForm())
  const template = await newTemplate(world, owner)
  const active = await newChannel(owner)
  const rules = [
    ruleOver([]),
    ruleOver([active.id, active.id]),
    ruleOver(['standard', tested.id], { canary: { upstream: mapped.id, percent: 5 } }),
    ruleOver([mapped.id], { match: { ...LAST.match, templates: [template.id] } }),
    LAST,
  ]
  await save(owner, rules)
  const { draft } = await owner.call(routing.get)
  expect(draft?.problems.map(({ code, field }) => [code, field])).toEqual([
    ['route_no_target', 'rules.0.targets'],
    ['route_cycle', 'rules.1.targets'],
    ['upstream_not_ready', 'rules.2.targets'],
    ['mapping_missing', 'rules.2.canary'],
    ['mapping_missing', 'rules.3.targets'],
  ])
  expect(draft?.problems[0]?.message).toBe('A rule has no channel. Add one or delete the rule.')
  expect(await refused(activate(owner, 1))).toEqual([409, 'route_no_target', 'rules.0.targets'])
  const local = { upstream: UpstreamId.parse(mapped.id), kind: 'template', local: template.id } as const
  await owner.call(upstreamMappings.create, { body: { ...local, remote: 'SMS_1', variables: ['order'] } })
  await owner.call(upstreams.resume, { params: { id: UpstreamId.parse(tested.id) }, body: { version: 1 } })
  await save(owner, [...rules.slice(2, 4), LAST], 1)
  expect(await activate(owner, 2)).toMatchObject({ status: 200, body: { version: 1 } })
})

test('rules of the past whose channel was deleted do not come back', async () => {
  const owner = await world.account()
  const { id } = await newChannel(owner)
  await save(owner, [ruleOver([id]), LAST])
  await activate(owner, 1)
  await save(owner, [LAST], 2)
  await activate(owner, 3)
  await owner.call(upstreams.remove, { params: { id: UpstreamId.parse(id) } })
  const revert = owner.ask(routing.revert, { body: { version: 2, to: 1 } })
  expect(await refused(revert)).toEqual([409, 'upstream_deleted', 'rules.0.targets'])
  expect(await refused(owner.ask(routing.revert, { body: { version: 2, to: 9 } }))).toEqual([404, 'not_found', 'to'])
})

test('the simulator says why each channel was skipped, by the state of links, caps, mappings and prices now', async () => {
  const owner = await world.account()
  const [capped, broken, mapped, paused] = [
    await newChannel(owner, newChannelForm({ name: 'A', daily_cap: '1' })),
    await newChannel(owner, newChannelForm({ name: 'B' })),
    await newChannel(owner, newMappedForm({ name: 'C' })),
    await newChannel(owner, newChannelForm({ name: 'D' })),
  ]
  await owner.call(upstreams.pause, { params: { id: UpstreamId.parse(paused.id) }, body: { version: paused.version } })
  await world.pool.query(
    `insert into limit_use (account_id, key, window_start, used)
     values ($1, 'upstream.' || replace($2, '-', ''), date_trunc('day', $3::timestamptz, 'UTC'), 999000)`,
    [owner.id, capped.id, world.clock.now()],
  )
  await degradeLink(world, broken.id)
  const rules = [ruleOver([capped.id, broken.id, mapped.id, paused.id, 'standard']), LAST]
  const over = await simulated(owner, { rules })
  expect(over.order.map(({ upstream }) => upstream)).toEqual(['standard'])
  expect(over.skipped).toEqual([
    { upstream: capped.id, name: capped.name, reason: 'daily_cap' },
    { upstream: broken.id, name: broken.name, reason: 'degraded' },
    { upstream: mapped.id, name: mapped.name, reason: 'mapping_missing' },
    { upstream: paused.id, name: paused.name, reason: 'paused' },
  ])
  const elsewhere = await simulated(owner, { rules, to: '+12065550123' })
  expect(elsewhere).toMatchObject({
    rule: { position: 2 },
    passed: [{ name: 'Singapore', position: 1, condition: 'country' }],
    others: [capped, broken, mapped, paused].map(({ id }) => ({ upstream: id, rules: [1] })),
  })
  expect(await refused(owner.ask(routing.simulate, { body: { ...MESSAGE, to: '12' } }))).toEqual([
    400,
    'invalid_phone_number',
    'to',
  ])
})

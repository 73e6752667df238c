import type { RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import { CredentialId, SignatureId } from '@hongyan/contract/ids'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { type SkipReason, STANDARD, upstreamStates } from '@hongyan/contract/vocabulary/upstream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  channel,
  defaultRule,
  fine,
  message,
  NO_MATCH,
  ref,
  routingOf,
  ruleId,
  ruleOver,
} from '../../test/route-values.ts'
import { type Channel, type LinkHealth, mappingKey, route, type RouteFacts, unmet } from './route.ts'

const [one, two, three] = [channel(1), channel(2), channel(3)]
const SIGNATURE = SignatureId.parse('0199a000-0000-7000-8000-00000000a001')
const CREDENTIAL = CredentialId.parse('0199a000-0000-7000-8000-00000000c001')

const decide = (rule: RouteRule, channels: readonly Channel[], facts: Partial<RouteFacts> = {}, change = {}) =>
  route(routingOf([rule, defaultRule], channels), { ...fine, ...facts }, { ...message, ...change })

const orderOf = (...given: Parameters<typeof decide>) => decide(...given).order.map(({ ref: of, role }) => [of, role])
const reasonsOf = (...given: Parameters<typeof decide>) =>
  Object.fromEntries(decide(...given).skipped.map(({ ref: of, reason }) => [of, reason]))

test('the channels of an ordered rule are attempted one after the other', () => {
  expect(orderOf(ruleOver([ref(2), STANDARD, ref(1)]), [one, two])).toEqual([
    [ref(2), 'first'],
    [STANDARD, 'failover'],
    [ref(1), 'failover'],
  ])
})

test('the first rule that matches decides alone, and the rules before it say what the message lacks', () => {
  const rules = [
    ruleOver([ref(1)], { id: ruleId(1), match: { ...NO_MATCH, countries: ['US'] } }),
    ruleOver([ref(2)], { id: ruleId(2), match: { ...NO_MATCH, scenes: [MessageScene.Marketing] } }),
    ruleOver([ref(3)], { id: ruleId(3) }),
    defaultRule,
  ]
  const decision = route(routingOf(rules, [one, two, three]), fine, message)
  expect(decision).toMatchObject({ position: 3, order: [{ ref: ref(3) }], skipped: [], waits: false })
  expect(decision.passed.map(({ rule, condition }) => [rule.id, condition])).toEqual([
    [ruleId(1), 'country'],
    [ruleId(2), 'scene'],
  ])
})

test.each([
  ['no condition', {}, null],
  ['its country', { countries: ['SG'] }, null],
  ['another country', { countries: ['US'] }, 'country'],
  ['its prefix', { prefixes: ['+659'] }, null],
  ['another prefix', { prefixes: ['+658'] }, 'country'],
  ['another country and its prefix', { countries: ['US'], prefixes: ['+659'] }, null],
  ['its country and another prefix', { countries: ['SG'], prefixes: ['+1'] }, null],
  ['its scene', { scenes: [MessageScene.Notification] }, null],
  ['another scene', { scenes: [MessageScene.Verification] }, 'scene'],
  ['its signature', { signatures: [SIGNATURE] }, null],
  ['another signature', { signatures: [SignatureId.parse(ref(9))] }, 'signature'],
  ['its template', { templates: ['pub_code_en'] }, null],
  ['another template', { templates: ['pub_code_zh'] }, 'template'],
  ['its credential', { credentials: [CREDENTIAL] }, null],
  ['another credential', { credentials: [CredentialId.parse(ref(9))] }, 'credential'],
  ['another country, scene and credential', { countries: ['US'], scenes: [MessageScene.Marketing] }, 'country'],
])('a rule with %s tells the first condition that a message does not meet', (_, match, condition) => {
  const sent = { ...message, signature: SIGNATURE, template: 'pub_code_en', credential: CREDENTIAL }
  expect(unmet({ ...NO_MATCH, ...match }, sent)).toBe(condition)
})

test('a message without a signature, template or credential meets no condition on them', () => {
  expect(unmet({ ...NO_MATCH, signatures: [SIGNATURE] }, message)).toBe('signature')
  expect(unmet({ ...NO_MATCH, templates: ['pub_code_en'] }, message)).toBe('template')
  expect(unmet({ ...NO_MATCH, credentials: [CREDENTIAL] }, message)).toBe('credential')
})

test.each<[SkipReason, Partial<Channel>, Partial<RouteFacts>]>([
  ['draft', { state: 'draft' }, {}],
  ['testing', { state: 'testing' }, {}],
  ['paused', { state: 'paused' }, {}],
  ['auth_failed', { state: 'auth_failed' }, {}],
  ['region', { regions: ['US', 'CN'] }, {}],
  ['mapping_missing', { needsMapping: true }, {}],
  ['no_price', {}, { unitPrice: ({ provider }) => (provider === null ? fine.unitPrice(one) : null) }],
  ['daily_cap', {}, { isOverCap: ({ provider }) => provider !== null }],
  ['degraded', {}, { health: (upstream) => (upstream === one.upstream ? 'degraded' : 'up') }],
  ['down', {}, { health: (upstream) => (upstream === one.upstream ? 'down' : 'up') }],
  ['down', {}, { health: (upstream) => (upstream === one.upstream ? 'failing' : 'up') }],
  ['tried', {}, { tried: [one.upstream] }],
])('a channel is skipped as %s, and the next one carries the message', (reason, change, facts) => {
  const rule = ruleOver([ref(1), STANDARD])
  const decision = decide(rule, [channel(1, change)], facts)
  expect(decision.skipped).toEqual([{ ref: ref(1), upstream: one.upstream, reason }])
  expect(decision.order[0]?.ref).toBe(STANDARD)
  expect(decision.waits).toBe(false)
})

test('a channel that was deleted is skipped as deleted', () => {
  expect(reasonsOf(ruleOver([ref(1), STANDARD]), [])).toEqual({ [ref(1)]: 'deleted' })
})

test('a message waits for the first channel that is down where no other one works', () => {
  const decision = decide(ruleOver([ref(1), ref(2), ref(3)]), [channel(1, { state: 'paused' }), two, three], {
    health: () => 'down',
  })
  expect(decision).toMatchObject({ waits: true, order: [{ ref: ref(2) }, { ref: ref(3) }] })
  expect(decision.skipped.map(({ reason }) => reason)).toEqual(['paused', 'down', 'down'])
})

test('a message has no channel where none of its rule may carry it', () => {
  const decision = decide(ruleOver([ref(1), ref(2)]), [channel(1, { state: 'paused' })], {})
  expect(decision).toMatchObject({ waits: false, order: [] })
  expect(reasonsOf(ruleOver([]), [])).toEqual({})
})

test('channels that were tried come again once all of them were', () => {
  const facts = { tried: [one.upstream, two.upstream] }
  expect(orderOf(ruleOver([ref(1), ref(2)]), [one, two], facts)).toEqual([
    [ref(1), 'first'],
    [ref(2), 'failover'],
  ])
})

test('a template-only provider carries a message whose template and signature it has, with values to fill it', () => {
  const mapped = channel(1, { needsMapping: true })
  const mapping = { remote: 'T1', variables: ['code'] }
  const mappings = new Map([
    [mappingKey(ref(1), 'template', 'pub_code_en'), mapping],
    [mappingKey(ref(1), 'signature', SIGNATURE), { remote: 'S1', variables: [] }],
  ])
  const routing = routingOf([ruleOver([ref(1)])], [mapped], mappings)
  const sent = { ...message, template: 'pub_code_en', values: { code: '482913' } }
  const first = (change: object) => route(routing, fine, { ...sent, ...change }).order[0]?.ref ?? null
  expect(first({})).toBe(ref(1))
  expect(first({ signature: SIGNATURE })).toBe(ref(1))
  expect(first({ signature: SignatureId.parse(ref(9)) })).toBeNull()
  expect(first({ template: 'pub_code_zh' })).toBeNull()
  expect(first({ values: null })).toBeNull()
})

/** Numbers of which the canary's share has the first and lacks the second. */
const canaryRule = ruleOver([ref(1), ref(2)], { canary: { upstream: ref(3), percent: 20 } })
const all = [one, two, three]
const numbers = Array.from({ length: 200 }, (_, nr) => `+65910000${String(nr).padStart(2, '0')}`)
const isCanary = (to: string) => orderOf(canaryRule, all, {}, { to })[0]?.[1] === 'canary'
const inside = numbers.find(isCanary) ?? ''
const outside = numbers.find((to) => !isCanary(to)) ?? ''

test('a canary carries the recipients in its share first, and is skipped for the others', () => {
  expect(orderOf(canaryRule, all, {}, { to: inside })).toEqual([
    [ref(3), 'canary'],
    [ref(1), 'first'],
    [ref(2), 'failover'],
  ])
  expect(decide(canaryRule, all, {}, { to: outside })).toMatchObject({
    order: [{ ref: ref(1) }, { ref: ref(2) }],
    skipped: [{ ref: ref(3), reason: 'canary' }],
  })
})

test('a canary that is a target too has one place', () => {
  const rule = { ...canaryRule, canary: { upstream: ref(2), percent: 20 } }
  expect(orderOf(rule, all, {}, { to: inside })).toEqual([
    [ref(2), 'canary'],
    [ref(1), 'first'],
  ])
  expect(reasonsOf(rule, all, {}, { to: outside })).toEqual({})
})

test('a rule that is sticky puts the channel of the last message first', () => {
  const rule = ruleOver([ref(1), ref(2)], { sticky: true })
  expect(orderOf(rule, all, { last: two.upstream })).toEqual([
    [ref(2), 'sticky'],
    [ref(1), 'first'],
  ])
  expect(orderOf(rule, all, { last: three.upstream })[0]).toEqual([ref(1), 'first'])
  expect(orderOf({ ...rule, sticky: false }, all, { last: two.upstream })[0]).toEqual([ref(1), 'first'])
})

test('a recipient that left the share of a canary keeps its channel by a rule that is sticky', () => {
  const rule = { ...canaryRule, sticky: true }
  const last = three.upstream
  expect(orderOf(rule, all, { last }, { to: outside })[0]).toEqual([ref(3), 'sticky'])
  expect(reasonsOf(rule, all, { last }, { to: outside })).toEqual({})
})

test('a canary that cannot carry a recipient that left its share is skipped for one reason', () => {
  const rule = { ...canaryRule, sticky: true }
  const { skipped } = decide(
    rule,
    [one, two, channel(3, { state: 'paused' })],
    { last: three.upstream },
    { to: outside },
  )
  expect(skipped).toEqual([{ ref: ref(3), upstream: three.upstream, reason: 'paused' }])
})

test('behind the drawn channel of a weighted rule the others come by their weights', () => {
  const targets = [
    { upstream: ref(1), weight: 10 },
    { upstream: ref(2), weight: 30 },
    { upstream: ref(3), weight: 60 },
  ]
  const rule = ruleOver([], { order: 'weighted', targets })
  const orders = new Set(
    numbers.map((to) =>
      orderOf(rule, all, {}, { to })
        .map(([of]) => all.findIndex((c) => c.ref === of) + 1)
        .join(' '),
    ),
  )
  expect([...orders].toSorted()).toEqual(['1 3 2', '2 3 1', '3 2 1'])
  expect(new Set(decide(rule, all).order.map(({ share }) => share))).toEqual(new Set([10, 30, 60]))
})

test('weights that are the same percent still order the channels behind the drawn one', () => {
  const targets = [
    { upstream: ref(1), weight: 1 },
    { upstream: ref(2), weight: 2 },
    { upstream: ref(3), weight: 100 },
    { upstream: STANDARD, weight: 100 },
  ] as const
  const rule = ruleOver([], { order: 'weighted', targets: [...targets] })
  for (const to of numbers) {
    const [drawn, ...behind] = orderOf(rule, all, {}, { to }).map(([of]) => of)
    expect(behind).toEqual([ref(3), STANDARD, ref(2), ref(1)].filter((of) => of !== drawn))
  }
})

const refs = [ref(1), ref(2), ref(3), ref(4), STANDARD] as const
const someRefs = fc.uniqueArray(fc.constantFrom(...refs), { minLength: 0, maxLength: 5 })
const anyRule = fc
  .record({
    names: someRefs,
    isWeighted: fc.boolean(),
    weights: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 5, maxLength: 5 }),
    canary: fc.option(fc.record({ upstream: fc.constantFrom(...refs), percent: fc.integer({ min: 1, max: 50 }) })),
    sticky: fc.boolean(),
  })
  .map(({ names, isWeighted, weights, canary, sticky }) =>
    ruleOver([], {
      order: isWeighted ? 'weighted' : 'ordered',
      targets: names.map((upstream, at) => ({ upstream, weight: isWeighted ? (weights[at] ?? 1) : null })),
      canary,
      sticky,
    }),
  )
const anyHealth = fc.constantFrom<LinkHealth>('up', 'up', 'half_open', 'failing', 'degraded', 'down')
const anyWorld = fc.record({
  states: fc.array(fc.constantFrom('active' as const, 'active' as const, ...upstreamStates), {
    minLength: 3,
    maxLength: 3,
  }),
  healths: fc.array(anyHealth, { minLength: 4, maxLength: 4 }),
  over: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  last: fc.option(fc.constantFrom('sandbox', ...[1, 2, 3, 4].map((nr) => channel(nr).upstream))),
  tried: fc.subarray(['sandbox', one.upstream, two.upstream]),
  to: fc.integer({ min: 0, max: 999_999 }).map((nr) => `+6591${String(nr).padStart(6, '0')}`),
})

type AnyWorld = typeof anyWorld extends fc.Arbitrary<infer T> ? T : never

/** A decision in a random world, in which channel 4 was deleted. */
const decideIn = (rule: RouteRule, { states, healths, over, last, tried, to }: AnyWorld) => {
  const channels = states.map((state, at) => channel(at + 1, { state }))
  const upstreams = ['sandbox', ...channels.map(({ upstream }) => upstream)]
  const facts: RouteFacts = {
    ...fine,
    health: (upstream) => healths[upstreams.indexOf(upstream)] ?? 'up',
    isOverCap: ({ upstream }) => over[upstreams.indexOf(upstream) - 1] ?? false,
    last,
    tried,
  }
  const routing = routingOf([rule, defaultRule], channels)
  return { routing, facts, decision: route(routing, facts, { ...message, to }) }
}

test('equal inputs have equal decisions', () => {
  fc.assert(
    fc.property(anyRule, anyWorld, (rule, world) => {
      expect(decideIn(rule, world).decision).toEqual(decideIn(structuredClone(rule), world).decision)
    }),
  )
})

test('every channel of the rule has one place: in the order, or among the skipped with one reason', () => {
  fc.assert(
    fc.property(anyRule, anyWorld, (rule, world) => {
      const { decision } = decideIn(rule, world)
      const ordered = decision.order.map(({ ref: of }) => of)
      const skipped = decision.skipped.map(({ ref: of }) => of)
      expect(new Set(ordered).size).toBe(ordered.length)
      expect(new Set(skipped).size).toBe(skipped.length)
      const named = [...rule.targets.map(({ upstream }) => upstream), ...(rule.canary ? [rule.canary.upstream] : [])]
      expect(new Set([...ordered, ...skipped])).toEqual(new Set(named))
    }),
  )
})

test('the first channel of an order can carry the message, or the message waits for it', () => {
  fc.assert(
    fc.property(anyRule, anyWorld, (rule, world) => {
      const { routing, facts, decision } = decideIn(rule, world)
      for (const { ref: of, upstream } of decision.order) {
        const chosen = routing.channels.get(of)
        expect(chosen?.state).toBe('active')
        expect(chosen && facts.isOverCap(chosen)).toBe(false)
        expect(['up', 'half_open'].includes(facts.health(upstream))).toBe(!decision.waits)
      }
    }),
  )
})

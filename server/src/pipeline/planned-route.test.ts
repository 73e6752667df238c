import { CredentialId, SignatureId } from '@hongyan/contract/ids'
import { STANDARD } from '@hongyan/contract/vocabulary/upstream'
import { expect, test } from 'vitest'
import { channel, fine, message, ref, routingOf, ruleId, ruleOver } from '../../test/route-values.ts'
import { plannedRoute, remoteOf, routingOver } from './planned-route.ts'
import { mappingKey } from './route.ts'

const CREDENTIAL = CredentialId.parse('0199a000-0000-7000-8000-00000000c001')
const SIGNATURE = SignatureId.parse('0199a000-0000-7000-8000-00000000a001')
const [one, two] = [channel(1), channel(2)]
const mapped = channel(3, { needsMapping: true })
const mappings = new Map([
  [mappingKey(ref(3), 'template', 'pub_code_en'), { remote: 'T1', variables: ['minutes', 'code', 'name'] }],
  [mappingKey(ref(3), 'signature', SIGNATURE), { remote: 'S1', variables: [] }],
])
const sent = { ...message, template: 'pub_code_en', values: { code: '482913', minutes: '5' } }

test('a plan names the channel, its price, the rule and what the next attempt needs', () => {
  const rule = ruleOver([ref(1), ref(2)], { canary: { upstream: ref(2), percent: 1 }, attempts: 2, failover: false })
  const plan = plannedRoute(routingOf([rule], [one, two]), fine, message, CREDENTIAL)
  expect(plan).toEqual({
    unitPrice: 1_500n,
    route: {
      upstream: one.upstream,
      channel: one,
      rule: { version: 7, id: ruleId(1), name: 'Rule' },
      skipped: [],
      state: {
        country: 'SG',
        signature: null,
        template: null,
        credential: CREDENTIAL,
        values: null,
        attempts: 2,
        channels: 2,
        failover: false,
        tried: [],
        remote: null,
      },
    },
  })
})

test('a plan over a channel that is down waits for it, and says so', () => {
  const plan = plannedRoute(routingOf([ruleOver([ref(1)])], [one]), { ...fine, health: () => 'down' }, message, null)
  expect(plan).toMatchObject({ route: { upstream: one.upstream, skipped: [{ ref: ref(1), reason: 'down' }] } })
})

test('a message whose channels all lack a price has no route, and one with another hindrance has none now', () => {
  const refusal = (channels: readonly (typeof one)[], facts: object) =>
    plannedRoute(routingOf([ruleOver([ref(1), ref(2)])], channels), { ...fine, ...facts }, message, null)
  expect(refusal([one, two], { unitPrice: () => null })).toBe('no_route')
  expect(refusal([one, channel(2, { state: 'paused' })], { unitPrice: () => null })).toBe('no_upstream_available')
  expect(refusal([one], { isOverCap: () => true })).toBe('no_upstream_available')
})

test('the values of a template are kept where a channel of the account is filled with them, and else dropped', () => {
  const stateOf = (channels: readonly (typeof one)[]) => {
    const plan = plannedRoute(routingOf([ruleOver([ref(1)])], channels, mappings), fine, sent, null)
    return typeof plan === 'string' ? plan : plan.route.state.values
  }
  expect(stateOf([one])).toBeNull()
  expect(stateOf([one, mapped])).toEqual(sent.values)
})

test('a provider gets its own ids and the values in its own order; one that is missing is empty', () => {
  const routing = routingOf([ruleOver([ref(3)])], [one, mapped], mappings)
  const remote = { signature: null, template: 'T1', parameters: ['5', '482913', ''] }
  expect(plannedRoute(routing, fine, sent, null)).toMatchObject({ route: { state: { remote } } })
  expect(remoteOf(routing, mapped, { ...sent, signature: SIGNATURE })).toEqual({ ...remote, signature: 'S1' })
  const own = { ...sent, template: 'own', mappings: new Map([[ref(3), { remote: 'T2', variables: ['code'] }]]) }
  expect(remoteOf(routing, mapped, own)).toEqual({ ...remote, template: 'T2', parameters: ['482913'] })
  expect(remoteOf(routing, one, sent)).toBeNull()
  expect(remoteOf(routing, mapped, { ...sent, template: null })).toBeNull()
})

test('a test message goes over its one channel, whatever its state, the rules and the other channels', () => {
  const testing = channel(1, { state: 'testing' })
  const routing = routingOver(routingOf([ruleOver([STANDARD])], [testing, two]), ref(1))
  expect(plannedRoute(routing, fine, message, null)).toMatchObject({ route: { upstream: one.upstream, skipped: [] } })
  expect(plannedRoute(routingOver(routingOf([], []), ref(1)), fine, message, null)).toBe('no_upstream_available')
})

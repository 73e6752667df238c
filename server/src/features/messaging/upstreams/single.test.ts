import { UpstreamId } from '@hongyan/contract/ids'
import { defaultRules } from '@hongyan/contract/upstreams/default-rule'
import type { RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import { expect, test } from 'vitest'
import { type Carrier, singleChannels } from './single.ts'

const own = UpstreamId.parse('0199f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f')
const standard: Carrier = { ref: 'standard', isActive: true, regions: [] }
const managed: Carrier = { ref: own, isActive: true, regions: ['SG'] }
const over = (refs: readonly Carrier['ref'][], match: Partial<RouteRule['match']> = {}): RouteRule[] =>
  defaultRules.map((rule) => ({
    ...rule,
    match: { ...rule.match, ...match },
    targets: refs.map((upstream) => ({ upstream, weight: null })),
  }))

test('a country that two channels of its rule serve is not listed, one that a region excludes is', () => {
  expect(singleChannels(over([own, 'standard']), [standard, managed], ['SG', 'US'])).toEqual([
    { country: 'US', id: 'standard' },
  ])
})

test('a paused channel serves no country', () => {
  const paused = { ...managed, isActive: false }
  expect(singleChannels(over([own, 'standard']), [standard, paused], ['SG'])).toEqual([
    { country: 'SG', id: 'standard' },
  ])
})

test('one scene with a single channel lists its country', () => {
  const rules = [...over([own], { scenes: [1] }), ...over([own, 'standard'])]
  expect(singleChannels(rules, [standard, managed], ['SG'])).toEqual([{ country: 'SG', id: own }])
})

test('a rule for a template or a prefix decides for no whole country', () => {
  const rules = [...over([own], { templates: ['pub_code_en'] }), ...over([own], { prefixes: ['+6512'] })]
  expect(singleChannels([...rules, ...over([own, 'standard'])], [standard, managed], ['SG'])).toEqual([])
})

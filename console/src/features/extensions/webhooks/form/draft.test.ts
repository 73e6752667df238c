import { SavedEndpoint } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { expect, test } from 'vitest'
import type { FormValues } from '../../../../ui/form.tsx'
import { brokenRules, type Choices, type DraftHeader, draftHeaders, emptyEndpoint, endpointOf } from './draft.ts'

const base = { ...emptyEndpoint('https://a.example/hook'), name: 'Orders' }
const values = { name: ' Orders ', url: 'https://a.example/hook', batch: '1', tries: '8', countries: 'US,CN' }

test('typed fields become an endpoint, and a stored header keeps its value until another is typed', () => {
  const [stored] = draftHeaders([{ name: 'X-Key', value: null }])
  if (stored === undefined) throw new Error('a header is missing')
  const made = endpointOf(base, base, [stored, { ...stored, key: 1, name: 'X-Other', value: 'b' }], values)
  expect(made).toMatchObject({ name: 'Orders', countries: ['US', 'CN'], failover_url: null, rate: null, batch: 1 })
  expect(made.headers).toEqual([
    { name: 'X-Key', value: null },
    { name: 'X-Other', value: 'b' },
  ])
  expect(brokenRules(made)).toEqual({})
})

test('the fast schedule needs verification alone, and the compatible envelope has messages alone', () => {
  const chosen = { ...base, schedule: 'fast', scenes: [1, 2], envelope: 'compatible', groups: ['review'] } as const
  const made = endpointOf(base, { ...chosen, scenes: [...chosen.scenes], groups: [...chosen.groups] }, [], values)
  expect([made.schedule, made.groups]).toEqual(['standard', []])
})

const header = (name: string, value: string, key = 0) => ({ key, name, value, stored: false })
const fast = { schedule: 'fast', scenes: [MessageScene.Verification] } satisfies Partial<Choices>

interface Input {
  readonly typed?: FormValues
  readonly choices?: Partial<Choices>
  readonly headers?: readonly DraftHeader[]
}

test.each<[string, Input]>([
  ['no name', { typed: { name: ' ' } }],
  ['the longest name', { typed: { name: '鸿'.repeat(48) } }],
  ['a name of surrogate pairs', { typed: { name: '🦢'.repeat(48) } }],
  ['a name too long by one', { typed: { name: 'x'.repeat(49) } }],
  ['a name that turns the reading direction', { typed: { name: 'Orders \u202E' } }],
  ['no URL', { typed: { url: '' } }],
  ['a URL without a scheme', { typed: { url: 'shop.example/hook' } }],
  ['a URL of another scheme', { typed: { url: 'ftp://shop.example' } }],
  ['a URL with a user name', { typed: { url: 'https://user@shop.example' } }],
  ['the longest URL', { typed: { url: `https://shop.example/${'x'.repeat(2048 - 21)}` } }],
  ['a URL too long by one', { typed: { url: `https://shop.example/${'x'.repeat(2048 - 20)}` } }],
  ['a failover URL with a password', { typed: { failover_url: 'https://:secret@shop.example' } }],
  ['a batch of none', { typed: { batch: '0' } }],
  ['the largest batch', { typed: { batch: '100' } }],
  ['a batch too large by one', { typed: { batch: '101' } }],
  ['half a batch', { typed: { batch: '1.5' } }],
  ['a word as a batch', { typed: { batch: 'ten' } }],
  ['no tries', { typed: { tries: '0' } }],
  ['a try too many', { typed: { tries: '9' } }],
  ['a rate of none', { typed: { rate: '0' } }],
  ['the highest rate', { typed: { rate: '100' } }],
  ['a rate too high by one', { typed: { rate: '101' } }],
  ['a fast try too many', { typed: { tries: '6' }, choices: fast }],
  ['no event', { choices: { messages: 'none' } }],
  ['events of the account alone', { choices: { messages: 'none', groups: ['review'] } }],
  ['a header with a blank in its name', { headers: [header('bad name', 'x')] }],
  ['a header without a value', { headers: [header('X-Key', '')] }],
  ['a header with a line break', { headers: [header('X-Key', 'a\nb')] }],
  ['a reserved header', { headers: [header('Webhook-Id', 'x')] }],
  ['a header twice', { headers: [header('X-Key', 'a'), header('x-key', 'b', 1)] }],
])('the form and the server agree about %s, in the same words', (_, { typed = {}, choices = {}, headers = [] }) => {
  const made = endpointOf(base, { ...base, ...choices }, headers, { ...values, ...typed })
  const refused = SavedEndpoint.safeParse(made).error?.issues ?? []
  expect(Object.entries(brokenRules(made))).toEqual(refused.map(({ path, message }) => [path[0], message]))
})

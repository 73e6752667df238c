import { expect, test } from 'vitest'
import { draftHeaders, emptyEndpoint, endpointOf, faultsOf } from './draft.ts'

const base = { ...emptyEndpoint('https://a.example/hook'), name: 'Orders' }
const values = { name: ' Orders ', url: 'https://a.example/hook', batch: '1', tries: '8', countries: 'us, cn，US' }

test('typed fields become an endpoint, and a stored header keeps its value until another is typed', () => {
  const [stored] = draftHeaders([{ name: 'X-Key', value: null }])
  if (stored === undefined) throw new Error('a header is missing')
  const made = endpointOf(base, base, [stored, { ...stored, key: 1, name: 'X-Other', value: 'b' }], values)
  expect(made).toMatchObject({ name: 'Orders', countries: ['US', 'CN'], failover_url: null, rate: null, batch: 1 })
  expect(made.headers).toEqual([
    { name: 'X-Key', value: null },
    { name: 'X-Other', value: 'b' },
  ])
  expect(faultsOf(made)).toEqual({})
})

test('the fast schedule needs verification alone, and the compatible envelope has messages alone', () => {
  const chosen = { ...base, schedule: 'fast', scenes: [1, 2], envelope: 'compatible', groups: ['review'] } as const
  const made = endpointOf(base, { ...chosen, scenes: [...chosen.scenes], groups: [...chosen.groups] }, [], values)
  expect([made.schedule, made.groups]).toEqual(['standard', []])
})

test('each field that the contract refuses has its reason', () => {
  const wrong = endpointOf(
    base,
    { ...base, messages: 'none' },
    [{ key: 0, name: 'bad name', value: 'x', stored: false }],
    { name: '', url: 'ftp://a', failover_url: 'b', batch: '101', tries: '0', rate: 'x', countries: 'USA' },
  )
  expect(Object.keys(faultsOf(wrong)).toSorted()).toEqual(
    ['batch', 'countries', 'failover_url', 'headers', 'messages', 'name', 'rate', 'tries', 'url'].toSorted(),
  )
})

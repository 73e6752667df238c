import { billing } from '@hongyan/contract/endpoints/finance/invoices'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const acme = {
  legal_name: 'Acme Messaging GmbH',
  address: '1 Harbour Street, Hamburg',
  country: 'DE',
  tax_id: 'DE123456789',
  emails: ['books@example.com', 'Books@Example.com ', 'cfo@example.com'],
  po: 'PO-7',
  language: 'en',
} as const

test('without billing details invoices are in the language of the account’s partition', async () => {
  const [us, cn] = [await world.account(), await world.account({ partition: 'cn' })]
  expect(await us.call(billing.get)).toEqual({
    legal_name: '',
    address: '',
    country: '',
    tax_id: '',
    emails: [],
    po: '',
    language: 'en',
  })
  expect(await cn.call(billing.get)).toMatchObject({ language: 'zh-CN' })
})

test('saved billing details are stored completely, with each address once, and replaced completely', async () => {
  const owner = await world.account()
  const saved = await owner.call(billing.save, { body: { ...acme, emails: [...acme.emails] } })
  expect(saved).toEqual({ ...acme, emails: ['books@example.com', 'cfo@example.com'] })
  const next = { ...acme, country: 'CN', tax_id: '91999999EJGC9P6N5T', emails: [], language: 'zh-CN' } as const
  expect(await owner.call(billing.save, { body: { ...next, emails: [] } })).toEqual(next)
  expect(await owner.call(billing.get)).toEqual(next)
})

test.each([
  ['tax_id', 'tax_id_wrong', { tax_id: 'DE12345' }],
  ['tax_id', 'tax_id_wrong', { country: 'CN', tax_id: '91999999EJGC9P6N5U' }],
  ['country', 'invalid_request', { country: 'QQ' }],
  ['emails', 'invalid_request', { emails: Array.from({ length: 6 }, (_, place) => `a${place}@example.com`) }],
  ['emails[0]', 'invalid_request', { emails: ['nobody'] }],
  ['po', 'invalid_request', { po: 'x'.repeat(65) }],
])('%s is refused as %s: %j', async (field, code, wrong) => {
  const owner = await world.account()
  expect(await owner.ask(billing.save, { body: { ...acme, ...wrong } })).toMatchObject({
    status: 400,
    body: { error: { code, field } },
  })
  expect(await owner.call(billing.get)).toMatchObject({ legal_name: '' })
})

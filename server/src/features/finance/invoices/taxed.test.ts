import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { billing, invoices } from '@hongyan/contract/endpoints/finance/invoices'
import { micros } from '@hongyan/contract/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoiceCycle } from '../../../compose/payments.ts'
import { newDraftInvoice, newIssuedInvoice } from '../../../../test/new-invoices.ts'
import { textOf } from '../../../../test/pdf-text.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { commands } from '../../../commands.ts'
import { alone } from '../../../db/tx.ts'
import { readArguments } from '../../../kit/command.ts'
import { newLogger } from '../../../kit/logger.ts'
import { verifyLedger, wholeDetail } from '../../../ledger/verify.ts'
import { settleInvoicePayment } from './payments.ts'
import { voidInvoice } from './void.ts'

const UNIT = 1_000_000n
const seller = { name: 'Hongyan GmbH', address: ['Goose Lane 1', 'Hamburg'] }

let world: World
beforeAll(async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'sellers-')), 'sellers.json')
  const tax = { name: 'VAT', rates: { DE: '19', FR: '0' } }
  writeFileSync(file, JSON.stringify({ us: { ...seller, tax }, cn: seller }))
  world = await newWorld({ SELLER_FILE: file })
})
afterAll(() => world.close())

const profile = {
  legal_name: 'Acme',
  address: '',
  tax_id: '',
  emails: new Array<string>(),
  po: '',
  language: 'en' as const,
}

async function customerIn(country: string): Promise<SignedIn> {
  const owner = await world.account({ balance: '0' })
  await owner.call(billing.save, { body: { ...profile, country } })
  return owner
}

const get = (owner: SignedIn, id: string) => owner.call(invoices.get, { params: { id } })

/** The house's books of an account. */
async function houseOf({ id }: SignedIn): Promise<unknown> {
  const { rows } = await world.pool.query(
    `select sum(revenue_micros)::bigint as revenue, sum(tax_micros)::bigint as tax from ledger_entry where account_id = $1`,
    [id],
  )
  return rows[0]
}

const verified = () => verifyLedger(alone(world.pool), wholeDetail(world.clock.now()))
const takeBack = (owner: SignedIn, id: Awaited<ReturnType<typeof newIssuedInvoice>>) =>
  voidInvoice(invoiceCycle(world), { account_id: owner.id, id })

test('an issued invoice contains the tax of its customer’s country, which the ledger moves out of revenue', async () => {
  const owner = await customerIn('DE')
  const id = await newIssuedInvoice(world, owner, 119n * UNIT)
  expect(await get(owner, id)).toMatchObject({
    total: '119.000000',
    outstanding: '119.000000',
    tax: { name: 'VAT', percent: '19', net: '100.000000', amount: '19.000000' },
  })
  expect(await houseOf(owner)).toEqual({ revenue: 100n * UNIT, tax: 19n * UNIT })
  expect(await verified()).toMatchObject({ ok: true })
})

test('an issued invoice shows net amount, tax and total in its PDF and its CSV, in both languages', async () => {
  const owner = await customerIn('DE')
  const id = await newIssuedInvoice(world, owner, 119n * UNIT)
  const lines = async () => textOf((await owner.ask(invoices.pdf, { params: { id } })).body as Buffer) // a PDF's bytes
  expect(await lines()).toEqual(expect.arrayContaining(['Net amount', '$100.00', 'VAT 19%', '$19.00', 'Total']))
  const csv = String((await owner.ask(invoices.csv, { params: { id } })).body)
  const sums = csv.trim().split('\r\n').slice(-3)
  expect(sums).toEqual([
    'Net amount,,,,,,,100.000000,USD,',
    'VAT 19%,,,,,,,19.000000,USD,',
    'Total,,,,,,,119.000000,USD,',
  ])
  const chinese = await customerIn('DE')
  await chinese.call(billing.save, { body: { ...profile, country: 'DE', language: 'zh-CN' } })
  const other = await newIssuedInvoice(world, chinese, 119n * UNIT)
  const { body } = await chinese.ask(invoices.pdf, { params: { id: other } })
  expect(textOf(body as Buffer)).toEqual(expect.arrayContaining(['不含税金额', 'VAT（19%）'])) // a PDF's bytes
})

test('an issued invoice keeps its tax when the billing profile moves to another country', async () => {
  const owner = await customerIn('DE')
  const id = await newIssuedInvoice(world, owner, 119n * UNIT)
  await owner.call(billing.save, { body: { ...profile, country: 'FR' } })
  expect(await get(owner, id)).toMatchObject({ tax: { percent: '19' } })
})

test('a draft shows the tax that it would have now', async () => {
  const owner = await customerIn('DE')
  const id = await newDraftInvoice(world, owner, 119n * UNIT)
  expect(await get(owner, id)).toMatchObject({ tax: { net: '100.000000', amount: '19.000000' } })
  await owner.call(billing.save, { body: { ...profile, country: 'FR' } })
  expect(await get(owner, id)).toMatchObject({ tax: { percent: '0', net: '119.000000', amount: '0.000000' } })
  expect(await houseOf(owner)).toEqual({ revenue: 119n * UNIT, tax: 0n })
})

test('an invoice without a rate for its country, or of a seller without tax, has no tax', async () => {
  const [abroad, mainland] = [await customerIn('US'), await world.account({ balance: '0', partition: 'cn' })]
  for (const owner of [abroad, mainland]) {
    const id = await newIssuedInvoice(world, owner, 119n * UNIT)
    expect(await get(owner, id)).toMatchObject({ total: '119.000000', tax: null })
    expect(await houseOf(owner)).toEqual({ revenue: 119n * UNIT, tax: 0n })
  }
})

test('a void invoice gives its tax back, and after a part payment only that of the unpaid part', async () => {
  const [unpaid, partly] = [await customerIn('DE'), await customerIn('DE')]
  expect(await takeBack(unpaid, await newIssuedInvoice(world, unpaid, 119n * UNIT))).not.toBeNull()
  expect(await houseOf(unpaid)).toEqual({ revenue: 119n * UNIT, tax: 0n })
  const id = await newIssuedInvoice(world, partly, 119n * UNIT)
  const payment = { account: partly.id, invoice: id, amount: micros(11_900_000n), channel: 'cash' } as const
  const at = world.clock.now()
  await world.db.transaction().execute((tx) => settleInvoicePayment(tx, { ...payment, at }))
  expect(await takeBack(partly, id)).not.toBeNull()
  expect(await houseOf(partly)).toEqual({ revenue: 117_100_000n, tax: 1_900_000n })
  expect(await verified()).toMatchObject({ ok: true })
})

test('staff read the tax of an invoice with invoice show', async () => {
  const owner = await customerIn('DE')
  const id = await newIssuedInvoice(world, owner, 119n * UNIT)
  const command = commands.find(({ name }) => name === 'invoice show')
  const shown = await command?.run({ ...world, log: newLogger('silent') }, readArguments(command, [id]))
  expect(shown?.line).toContain('19.000000 of the total is VAT at 19%')
  expect(shown?.json).toMatchObject({ tax: { name: 'VAT', percent: '19', net: '100.000000', amount: '19.000000' } })
})

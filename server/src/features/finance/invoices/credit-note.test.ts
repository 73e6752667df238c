import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { billing, invoices } from '@hongyan/contract/endpoints/finance/invoices'
import type { InvoiceId } from '@hongyan/contract/ids'
import { micros } from '@hongyan/contract/money'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newIssuedInvoice } from '../../../../test/new-invoices.ts'
import { textOf } from '../../../../test/pdf-text.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { invoiceCycle } from '../../../compose/payments.ts'
import { settleInvoicePayment } from './payments.ts'
import { voidInvoice } from './void.ts'

const UNIT = 1_000_000n

let world: World
beforeAll(async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'sellers-')), 'sellers.json')
  const seller = { name: 'Hongyan GmbH', address: ['Goose Lane 1', 'Hamburg'] }
  writeFileSync(file, JSON.stringify({ us: { ...seller, tax: { name: 'VAT', rates: { DE: '19' } } }, cn: seller }))
  world = await newWorld({ SELLER_FILE: file })
})
afterAll(() => world.close())

async function customer(language: Locale = 'en'): Promise<SignedIn> {
  const owner = await world.account({ balance: '0' })
  const profile = { legal_name: 'Acme GmbH', address: 'Harbour 1', country: 'DE', tax_id: '', emails: [], po: '' }
  await owner.call(billing.save, { body: { ...profile, language } })
  return owner
}

const get = (owner: SignedIn, id: InvoiceId) => owner.call(invoices.get, { params: { id } })
const takeBack = (owner: SignedIn, id: InvoiceId) => voidInvoice(invoiceCycle(world), { account_id: owner.id, id })

const pay = (owner: SignedIn, id: InvoiceId, amount: bigint) =>
  world.db.transaction().execute((tx) =>
    settleInvoicePayment(tx, {
      account: owner.id,
      invoice: id,
      amount: micros(amount),
      channel: 'cash',
      at: world.clock.now(),
    }),
  )

async function creditNoteLines(owner: SignedIn, id: InvoiceId): Promise<readonly string[]> {
  const { status, body, headers } = await owner.ask(invoices.creditNote, { params: { id } })
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(headers['content-disposition']).toMatch(/credit-note-hyc-us-2026-\d{6}-[0-9a-f]+\.pdf/)
  return textOf(body as Buffer) // the line above checked its type
}

test('a void invoice has a credit note of the whole amount and its tax, and the owner is notified', async () => {
  const owner = await customer()
  const id = await newIssuedInvoice(world, owner, 119n * UNIT)
  const { number, credit_note: before } = await get(owner, id)
  expect(before).toBeNull()
  await takeBack(owner, id)
  const { credit_note: note, tax } = await get(owner, id)
  expect(note).toMatchObject({
    number: expect.stringMatching(/^HYC-US-2026-\d{6}$/),
    issued_at: world.clock.now().toISOString(),
    amount: '119.000000',
    tax: { name: 'VAT', percent: '19', net: '100.000000', amount: '19.000000' },
  })
  expect(tax).toMatchObject({ amount: '19.000000' })
  expect(await creditNoteLines(owner, id)).toEqual(
    expect.arrayContaining([`Credit note ${note?.number}`, `Invoice ${number}`, 'Net amount', 'VAT 19%', '$19.00']),
  )
  const { rows } = await world.pool.query(
    `select details from notice where account_id = $1 and kind = 'invoice_void'`,
    [owner.id],
  )
  expect(rows).toMatchObject([{ details: { number, credit_note: note?.number, amount: '119.000000' } }])
})

test('a void invoice that was paid in part has a credit note of the rest, in the language of the invoice', async () => {
  const owner = await customer('zh-CN')
  const id = await newIssuedInvoice(world, owner, 119n * UNIT)
  await pay(owner, id, 11_900_000n)
  await takeBack(owner, id)
  const { credit_note: note } = await get(owner, id)
  expect(note).toMatchObject({ amount: '107.100000', tax: { net: '90.000000', amount: '17.100000' } })
  expect(await creditNoteLines(owner, id)).toEqual(
    expect.arrayContaining([`贷项通知单 ${note?.number}`, '已收款项', '-$11.90', 'VAT（19%）', '$17.10', '$107.10']),
  )
})

test('a paid invoice has no credit note', async () => {
  const owner = await customer()
  const id = await newIssuedInvoice(world, owner, 119n * UNIT)
  await pay(owner, id, 119n * UNIT)
  expect(await takeBack(owner, id)).toBeNull()
  expect(await get(owner, id)).toMatchObject({ credit_note: null })
  const { status, body } = await owner.ask(invoices.creditNote, { params: { id } })
  expect([status, body]).toMatchObject([404, { error: { code: 'not_found' } }])
})

test('credit notes of a partition are numbered without a gap, also when many invoices are voided at once', async () => {
  const issued: [SignedIn, InvoiceId][] = []
  for (const owner of await Promise.all(Array.from({ length: 4 }, () => customer())))
    issued.push([owner, await newIssuedInvoice(world, owner, 10n * UNIT)])
  await Promise.all([...issued, ...issued].map(([owner, id]) => takeBack(owner, id)))
  const { rows } = await world.pool.query<{ nr: number; last: bigint }>(
    `select right(i.credit_note, 6)::integer as nr, c.last_credit_note as last
       from invoice i join invoice_counter c using (partition) where i.credit_note is not null order by nr`,
  )
  expect(rows.map(({ nr }) => nr)).toEqual(rows.map((_, place) => place + 1))
  expect(rows[0]?.last).toBe(BigInt(rows.length))
})

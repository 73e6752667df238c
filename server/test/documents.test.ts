import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { invoices } from '@hongyan/contract/endpoints/finance/invoices'
import { transactions } from '@hongyan/contract/endpoints/finance/transactions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { labelledPaymentChannels } from '@hongyan/contract/vocabulary/payment'
import { commands } from '../src/commands.ts'
import { statementTexts } from '../src/features/finance/transactions/statement-texts.ts'
import { readArguments } from '../src/kit/command.ts'
import { newLogger } from '../src/kit/logger.ts'
import { addCard } from './cards.ts'
import { newIssuedInvoice } from './new-invoices.ts'
import { newPayer } from './payer.ts'
import { textOf } from './pdf-text.ts'
import { statementFile } from './statement-file.ts'
import { type Answer, newWorld, type SignedIn, type World } from './world.ts'

const seller = {
  name: 'Hongyan Messaging Pte. Ltd.',
  address: ['1 Goose Lane', 'Singapore 048616'],
  tax_id: '201912345K',
  bank_account: ['DBS Bank, Singapore', 'Account 001-234567-8'],
}
const chinese = { 'accept-language': 'zh-CN' }

let world: World
beforeAll(async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'sellers-')), 'sellers.json')
  writeFileSync(file, JSON.stringify({ us: seller }))
  world = await newWorld({ SELLER_FILE: file })
})
afterAll(() => world.close())

const linesOf = async (answer: Promise<Answer>): Promise<readonly string[]> => {
  const { status, body } = await answer
  expect([status, Buffer.isBuffer(body)]).toEqual([200, true])
  return textOf(body as Buffer) // the line above checked it
}

const named = ['Seller', seller.name, ...seller.address, 'Tax ID: 201912345K']

async function receiptOf(owner: SignedIn, headers: Record<string, string> = {}): Promise<readonly string[]> {
  const [charge] = await owner.call(transactions.list, { query: { type: 1 } })
  if (charge === undefined) throw new Error('there is no charge')
  return linesOf(owner.ask(transactions.receipt, { params: { id: charge.id }, headers }))
}

test('a statement and a receipt name the seller of the partition, and nobody where the partition has none', async () => {
  const owner = await world.account({ balance: '10' })
  expect(await receiptOf(owner)).toEqual(expect.arrayContaining(named))
  const month = world.clock.now().toISOString().slice(0, 7)
  expect(await linesOf(owner.ask(transactions.statementPdf, { query: { month } }))).toEqual(
    expect.arrayContaining(named),
  )
  const mainland = await world.account({ partition: 'cn', balance: '10' })
  expect(await receiptOf(mainland, chinese)).not.toContain('销售方')
})

test('an invoice keeps the seller of its issue, and names the bank account while it is unpaid', async () => {
  const owner = await world.account({ balance: '0' })
  const id = await newIssuedInvoice(world, owner, 50_000_000n)
  const draw = () => linesOf(owner.ask(invoices.pdf, { params: { id } }))
  expect(await draw()).toEqual(expect.arrayContaining([...named, 'Bank account', ...seller.bank_account]))
  const moved = JSON.stringify({ name: 'Hongyan Old Ltd', address: ['2 Swan Street'] })
  await world.pool.query('update invoice set issued_by = $2 where id = $1', [id, moved])
  const later = await draw()
  expect(later).toEqual(expect.arrayContaining(['Hongyan Old Ltd', '2 Swan Street']))
  expect(later).not.toContain(seller.name)
  await owner.call(invoices.pay, {
    params: { id },
    body: { amount: '50', channel: 'stripe', pm_id: (await addCard(owner)).id },
  })
  expect(await draw()).not.toContain('Bank account')
})

test('the receipt of a card charge shows the card’s brand and last four digits', async () => {
  const owner = await world.account({ balance: '0' })
  const id = await newIssuedInvoice(world, owner, 50_000_000n)
  const card = await addCard(owner)
  await owner.call(invoices.pay, { params: { id }, body: { amount: '50', channel: 'stripe', pm_id: card.id } })
  expect(await receiptOf(owner)).toContain('Visa ending in 4242')
  const [charge] = await owner.call(transactions.list, { query: { type: 1 } })
  expect(charge).toMatchObject({ channel: 'stripe', method: 'card' })
  expect(await statementFile(owner)).toContain(',Card,')
  expect(await receiptOf(owner, chinese)).toContain('Visa（尾号 4242）')
})

test('the receipt of a payment with a wallet names the wallet', async () => {
  const payer = await newPayer(world, 'stripe')
  const order = await payer.begin('20.07')
  await payer.sendWebhook(order)
  await payer.sendWebhook(order, { event: 'charged' })
  expect(await receiptOf(payer)).toContain('Apple Pay')
  expect(await statementFile(payer)).toContain(',Apple Pay,')
})

test.each(labelledPaymentChannels)(
  'statements call the channel %s as the specification does, in both languages',
  (channel) => {
    const [english, chineseTexts] = [statementTexts('en'), statementTexts('zh-CN')].map(
      ({ channels }) => channels[channel],
    )
    expect(english).toMatch(/^[A-Z][A-Za-z /]+$/)
    expect(chineseTexts).toMatch(/^(?:[\p{Script=Han}/]+|Stripe|PayPal|Google Pay|Apple Pay)$/u)
  },
)

test('the receipt of money that staff credited says so by name and reference', async () => {
  const owner = await world.account({ balance: '0' })
  const command = commands.find(({ name }) => name === 'ledger credit')
  if (command === undefined) throw new Error('there is no such command')
  const why = ['--reference', 'SWIFT-4711', '--reason', 'Bank transfer', '--by', 'Li Wei']
  await command.run({ ...world, log: newLogger('silent') }, readArguments(command, [owner.email, '25', ...why]))
  expect(await receiptOf(owner)).toEqual(
    expect.arrayContaining(['Cash / Bank transfer', 'Credited by', 'Li Wei, Hongyan', 'SWIFT-4711']),
  )
  expect(await receiptOf(owner, chinese)).toEqual(
    expect.arrayContaining(['入账方式', '由鸿雁工作人员 Li Wei 入账', 'SWIFT-4711']),
  )
  const opened = await receiptOf(await world.account({ balance: '10' }))
  expect(opened).toEqual(expect.arrayContaining(['Credited by', 'Hongyan']))
  expect(opened).not.toContain('Paid by')
})

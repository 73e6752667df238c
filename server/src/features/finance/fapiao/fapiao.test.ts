import { transactionFapiao } from '@hongyan/contract/endpoints/finance/fapiao'
import { refunds } from '@hongyan/contract/endpoints/finance/refunds'
import { topUp } from '@hongyan/contract/endpoints/finance/top-up'
import { transactions } from '@hongyan/contract/endpoints/finance/transactions'
import { TransactionId } from '@hongyan/contract/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPayer, type Payer } from '../../../../test/payer.ts'
import { newWorld, type World } from '../../../../test/world.ts'
import { type CommandResult, readArguments } from '../../../kit/command.ts'
import { fapiaoCommands } from './commands.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const general = {
  kind: 'general',
  title: '鸿雁测试有限公司',
  tax_no: '91999999EJGC9P6N5T',
  email: 'books@example.com',
} as const
const special = { ...general, kind: 'special', bank: '中国银行', bank_account: '6200000000000000' } as const

/** A verified mainland owner who paid 100 by Alipay. */
async function newCharge(): Promise<{ payer: Payer; id: TransactionId }> {
  const payer = await newPayer(world, 'alipay')
  await world.pool.query('update account set realname_auth = true where id = $1', [payer.id])
  const order = await payer.begin('100')
  await payer.pay(order)
  await payer.call(topUp.check, { query: {}, body: { id: [order.id], channel: 'alipay' } })
  return { payer, id: TransactionId.parse(order.id) }
}

const request = (payer: Payer, id: TransactionId, body: typeof general | typeof special = general) =>
  payer.call(transactionFapiao.request, { params: { id }, body })
const refund = (payer: Payer, id: TransactionId, amount: string) =>
  payer.call(refunds.create, { params: { id }, body: { amount, reason: 'No longer needed' } })
const offer = (payer: Payer, id: TransactionId) => payer.call(transactionFapiao.get, { params: { id } })
const code = (wanted: string) => expect.objectContaining({ error: expect.objectContaining({ code: wanted }) })

async function hongyan(line: string): Promise<CommandResult> {
  const command = fapiaoCommands.find(({ name }) => line.startsWith(name))
  if (command === undefined) throw new Error(`there is no command in ${line}`)
  return command.run(world, readArguments(command, line.slice(command.name.length).split(' ').filter(Boolean)))
}
let issued = 0
const issue = (payer: Payer, id: TransactionId, number = `2644200000000${(issued += 1)}`) =>
  hongyan(`fapiao issue ${payer.email} ${id} --number ${number}`)

test('a request is for the charge less its refunds, and can be replaced until it is issued', async () => {
  const { payer, id } = await newCharge()
  expect(await offer(payer, id)).toEqual({ fapiao: null, amount: '100.000000', last: null })
  expect(await request(payer, id)).toMatchObject({
    status: 'requested',
    amount: '100.000000',
    bank: null,
    number: null,
  })
  await refund(payer, id, '30')
  expect(await request(payer, id, special)).toMatchObject({ kind: 'special', bank: '中国银行', amount: '70.000000' })
  expect((await hongyan('fapiao list')).line).toContain(`To issue: 70.000000 CNY for charge ${id} of ${payer.email}`)
  await issue(payer, id, '26442000000000000001')
  expect(await offer(payer, id)).toMatchObject({
    fapiao: { status: 'issued', number: '26442000000000000001', amount: '70.000000' },
    last: special,
  })
  expect(await payer.ask(transactionFapiao.request, { params: { id }, body: general })).toMatchObject({
    status: 409,
    body: code('fapiao_already_issued'),
  })
  expect((await hongyan('fapiao list')).line).not.toContain(id)
})

test('a charge with an issued tax invoice can be refunded, and staff can issue the rest again', async () => {
  const { payer, id } = await newCharge()
  await request(payer, id)
  await issue(payer, id, 'OLD-1')
  await expect(issue(payer, id)).rejects.toThrow('Fapiao OLD-1 is issued for it already.')
  world.clock.advance(1_000)
  await refund(payer, id, '40')
  expect(await offer(payer, id)).toMatchObject({ fapiao: { amount: '100.000000' }, amount: '60.000000' })
  expect((await hongyan('fapiao list')).line).toContain('To correct: OLD-1 over 100.000000 CNY, now 60.000000 CNY')
  await issue(payer, id, 'NEW-1')
  expect(await offer(payer, id)).toMatchObject({ fapiao: { number: 'NEW-1', amount: '60.000000' } })
  expect((await hongyan('fapiao list')).line).not.toContain(id)
})

test('requests without an amount left do not hide others from the list', async () => {
  const { payer, id } = await newCharge()
  await request(payer, id)
  await refund(payer, id, '100')
  await world.pool.query(
    `with copy as (
       insert into top_up (account_id, id, channel, currency, amount_micros, status, payment_id, test, created_at,
         expires_at, paid_at, entry)
       select account_id, uuidv7(), channel, currency, amount_micros, status, payment_id, test, created_at, expires_at,
         paid_at, entry from top_up t, generate_series(1, 50) where t.id = $1 returning account_id, id
     )
     insert into fapiao select (jsonb_populate_record(f, jsonb_build_object('subject_id', c.id))).*
       from fapiao f, copy c where f.subject_id = $1`,
    [id],
  )
  const other = await newCharge()
  await request(other.payer, other.id)
  expect((await hongyan('fapiao list')).line).toContain(`for charge ${other.id}`)
})

test('only a paid charge of a mainland account can have a tax invoice', async () => {
  const { payer, id } = await newCharge()
  await refund(payer, id, '100')
  const unpaid = await payer.begin('5')
  const american = await world.account()
  const [line] = await american.call(transactions.list)
  const asks = [
    [payer, id],
    [payer, unpaid.id],
    [american, line?.id],
  ] as const
  for (const [owner, subject] of asks) {
    expect(await owner.ask(transactionFapiao.request, { params: { id: subject }, body: general })).toMatchObject({
      status: 409,
      body: code('fapiao_not_possible'),
    })
  }
  await expect(issue(payer, id)).rejects.toThrow('Nobody asked for a fapiao of it.')
  expect(await payer.ask(transactionFapiao.get, { params: { id: 'held-sms' } })).toMatchObject({ status: 404 })
})

test('a charge has one tax invoice under either of its ids, and a number belongs to one tax invoice', async () => {
  const { payer, id } = await newCharge()
  await request(payer, id)
  const { rows } = await world.pool.query('select entry from top_up where id = $1', [id])
  expect(await offer(payer, TransactionId.parse(rows[0]?.entry))).toMatchObject({ fapiao: { status: 'requested' } })
  await issue(payer, id, 'ONE-1')
  const other = await newCharge()
  await request(other.payer, other.id)
  await expect(issue(other.payer, other.id, 'ONE-1')).rejects.toThrow(`Fapiao ONE-1 is issued for ${id}.`)
})

test.each([
  ['tax_no', 'invalid_request', { tax_no: '1234567' }],
  ['bank', 'missing_params', { kind: 'special', bank_account: '6200000000000000' }],
  ['bank_account', 'missing_params', { kind: 'special', bank: '中国银行' }],
  ['email', 'invalid_request', { email: 'nobody' }],
])('a request with a wrong %s is refused with its field', async (field, wanted, wrong) => {
  const { payer, id } = await newCharge()
  expect(await payer.ask(transactionFapiao.request, { params: { id }, body: { ...general, ...wrong } })).toMatchObject({
    status: 400,
    body: { error: { code: wanted, field } },
  })
})

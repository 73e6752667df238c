import { afterAll, beforeAll, expect, test } from 'vitest'
import { cycleOf, type CreditAccount, newCreditAccount, text, UNIT } from '../../../../test/credit-account.ts'
import { newWorld, type World } from '../../../../test/world.ts'
import { type CommandResult, readArguments } from '../../../kit/command.ts'
import { invoiceCommands } from './commands.ts'

let world: World
let owner: CreditAccount
beforeAll(async () => {
  world = await newWorld()
  owner = await newCreditAccount(world)
})
afterAll(() => world.close())

/** Runs `hongyan invoice` with these arguments. */
async function invoice(...typed: readonly string[]): Promise<CommandResult> {
  const command = invoiceCommands.find(({ name }) => name === `invoice ${typed[0]}`)
  if (command === undefined) throw new Error(`there is no command ${typed[0]}`)
  const by = command.by === 'required' && typed[0] !== 'bank' ? ['--by', 'Ada'] : []
  return command.run(cycleOf(world), readArguments(command, [...typed.slice(1), ...by]))
}

function transfer(reference: string): readonly string[] {
  return ['--reference', reference, '--by', 'Ada']
}

test('an operator closes a month, adjusts and issues its draft, and records a bank transfer', async () => {
  await owner.use([text(40n * UNIT, { parts: 2 })], new Date('2026-11-15T12:00:00Z'))
  world.clock.set(new Date('2026-12-01T00:09:59Z'))
  expect(await invoice('close', owner.id)).toMatchObject({ line: '2026-10-01 to 2026-10-31 left nothing to pay.' })
  await expect(invoice('close', owner.id)).rejects.toThrow('has nothing to close')
  world.clock.set(new Date('2026-12-01T00:10:00Z'))
  const closed = await invoice('close', owner.id)
  expect(closed.json).toMatchObject({ status: 'draft', from: '2026-11-01', to: '2026-11-30', total: '80.000000' })
  const { id } = await owner.invoice()
  expect(closed.line).toBe(
    `Invoice ${id} | draft | 2026-11-01 to 2026-11-30 | 80.000000 USD, 80.000000 outstanding | account ${owner.id}`,
  )

  await expect(invoice('adjust', id, '--more', '5', '--less', '5', '--text', 'Both')).rejects.toThrow('either')
  await expect(invoice('adjust', id, '--less', '-5', '--text', 'Minus')).rejects.toThrow()
  expect((await invoice('adjust', id, '--less', '5', '--text', 'Goodwill')).json).toMatchObject({ total: '75.000000' })
  await expect(invoice('void', id)).rejects.toThrow('cannot be void')
  await expect(invoice('bank', id, '5', ...transfer('T-0'))).rejects.toThrow('Nothing can be paid')
  expect((await invoice('issue', id)).json).toMatchObject({ number: 'HY-US-2026-000001', due_on: '2026-12-31' })
  await expect(invoice('issue', id)).rejects.toThrow('is no draft')
  await expect(invoice('adjust', id, '--less', '5', '--text', 'Late')).rejects.toThrow('is no draft')

  await expect(invoice('bank', 'HY-US-2026-000001', '25.5')).rejects.toThrow('--by is missing.')
  await expect(invoice('bank', 'HY-US-2026-000001', '25.5', '--by', 'Ada')).rejects.toThrow('--reference is missing.')
  expect((await invoice('bank', 'hy-us-2026-000001', '25.5', ...transfer('T-1'))).json).toMatchObject({
    booked: true,
    outstanding: '49.500000',
  })
  expect(await owner.noticesOf('invoice_part_paid')).toEqual([
    { amount: '25.500000', outstanding: '49.500000', currency: 'USD', number: 'HY-US-2026-000001' },
  ])
  const again = await invoice('bank', 'HY-US-2026-000001', '25.5', ...transfer('t-1'))
  expect(again.json).toMatchObject({ booked: false, outstanding: '49.500000' })
  expect(again.line).toContain('Reference T-1 was booked already: invoice of 25.500000 USD')
  await expect(invoice('bank', 'HY-US-2026-000001', '26', ...transfer('T-1'))).rejects.toThrow('Nothing is booked.')
  expect((await invoice('list', '--account', owner.id, '--status', 'open')).json).toMatchObject({
    invoices: [{ number: 'HY-US-2026-000001', paid: '25.500000' }],
  })
  const { line } = await invoice('bank', 'HY-US-2026-000001', '50', ...transfer('T-2'))
  expect(line).toContain('what was too much is the account’s')
  expect(await owner.noticesOf('invoice_part_paid')).toHaveLength(1)
  expect(await owner.books()).toEqual({ funds: 500_000n, credit: 0n, billed: 0n })
  await expect(invoice('bank', 'HY-US-2026-000001', '50', ...transfer('T-3'))).rejects.toThrow('Nothing can be paid')
  expect((await invoice('show', 'HY-US-2026-000001')).line.split('\n')).toEqual([
    expect.stringContaining('| paid |'),
    '80.000000 usage, sms scene 2 to US, 1 messages in 2 parts at 40.000000',
    '-5.000000 adjustment, Goodwill',
    '25.500000 paid by cash at 2026-12-01T00:10:00.000Z',
    '49.500000 paid by cash at 2026-12-01T00:10:00.000Z',
  ])
})

test.each([
  [['show', 'HY-US-2026-999999'], 'There is no invoice HY-US-2026-999999.'],
  [['list', '--status', 'late'], '--status must be draft or open or void or paid or overdue, not "late".'],
  [
    ['bank', 'HY-US-2026-000001', '1.2345678', ...transfer('T-4')],
    'The amount must be an amount such as 12.50, not "1.2345678".',
  ],
])('%j is refused in one sentence', async (typed, sentence) => {
  await expect(invoice(...typed)).rejects.toThrow(sentence)
})

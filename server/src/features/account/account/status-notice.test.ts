import { noticePreferences, notices } from '@hongyan/contract/endpoints/account/notices'
import { micros } from '@hongyan/contract/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { withCountries } from '../../../compose/countries.ts'
import { accountCommands } from './commands.ts'

let world: World
beforeAll(async () => (world = await newWorld()))
afterAll(() => world.close())

const set = async ({ email }: SignedIn, field: string, value: string) => {
  const command = accountCommands.find(({ name }) => name === 'account set')
  await command?.run(withCountries(world), { positionals: [email, field, value], options: {} })
}

test('an owner is notified of a status that an operator changes, and of no other', async () => {
  const owner = await world.account()
  for (const status of ['1', '1', '10', '0', '13']) await set(owner, 'acct_status', status)
  const { notices: sent } = await owner.call(notices.list)
  expect(sent.map(({ kind, values }) => [kind, ...Object.values(values)].join(' ')).toSorted()).toEqual(
    ['account_suspended', 'account_resumed', 'payments_blocked all', 'payments_blocked alipay'].toSorted(),
  )
})

test('a change of the credit moves the bound of the low-balance notice', async () => {
  const owner = await world.account()
  await owner.call(noticePreferences.save, { body: { balance_low: '50' } })
  const bound = async () => {
    const found = await world.pool.query('select low_below from balance where account_id = $1', [owner.id])
    return found.rows[0]?.low_below
  }
  expect(await bound()).toBe(micros(50_000_000n))
  await set(owner, 'credit_amount', '80')
  await set(owner, 'credit_enabled', 'true')
  expect(await bound()).toBe(micros(-30_000_000n))
})

import { AccountId } from '@hongyan/contract/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { manyTickets } from '../../../../test/tickets.ts'
import { newWorld, type World } from '../../../../test/world.ts'
import { alone, inTransaction, type Tx } from '../../../db/tx.ts'
import { eraseFromTickets, isInTickets } from './erase.ts'

const NUMBER = '+12065554321'
const TICKETS = 450
/** A message of every ticket, and a long thread of 450 messages in one of them. */
const MESSAGES = `
  insert into ticket_message (account_id, ticket_id, id, at, author, way, text)
  select account_id, id, uuidv7(), now(), 'owner', 'console', 'Order 120655543219 failed.' from ticket where account_id = $1
  union all
  select account_id, id, uuidv7(), now(), 'owner', 'console', 'Call 206 555 4321, line ' || nr
    from ticket cross join generate_series(1, 450) nr where account_id = $1 and no = 200`

let world: World
let account: AccountId
beforeAll(async () => {
  world = await newWorld()
  const owner = await world.account()
  account = AccountId.parse(owner.id)
  await world.pool.query(manyTickets, [account, TICKETS])
  await world.pool.query(MESSAGES, [account])
  await world.pool.query(`update ticket set numbers = $2 where account_id = $1 and no % 2 = 0`, [account, [NUMBER]])
  await world.pool.query(
    `update ticket set subject = 'Late at +1 (206) 555-4321', answers = '{"use": "For 206.555.4321."}'
      where account_id = $1 and no % 10 = 5`,
    [account],
  )
})
afterAll(() => world.close())

const count = async (condition: string, table = 'ticket'): Promise<number> =>
  Number(
    (await world.pool.query(`select count(*) from ${table} where account_id = $1 and ${condition}`, [account])).rows[0]
      .count,
  )

/** The rows that each statement returned. */
function counting(db: Tx, read: number[]): Tx {
  return {
    run: async <Row>(...call: Parameters<Tx['run']>) => {
      const rows = await db.run<Row>(...call)
      read.push(rows.length)
      return rows
    },
  }
}

test('a number is erased from the tickets and messages of every page, and from no other text', async () => {
  expect(await isInTickets(alone(world.pool), account, NUMBER)).toBe(true)
  const read: number[] = []
  await inTransaction(world.pool, (tx) => eraseFromTickets(counting(tx, read), account, NUMBER))
  expect(Math.max(...read)).toBeLessThanOrEqual(200)
  expect(await count(`'${NUMBER}' = any(numbers)`)).toBe(0)
  expect(await count(`subject = 'Late at +1 206••• ••21' and answers->>'use' = 'For +1 206••• ••21.'`)).toBe(45)
  expect(await count(`text like 'Call +1 206••• ••21, line %'`, 'ticket_message')).toBe(450)
  expect(await count(`text = 'Order 120655543219 failed.'`, 'ticket_message')).toBe(TICKETS)
  expect(await isInTickets(alone(world.pool), account, NUMBER)).toBe(false)
})

test('a number that only the last message mentions is found', async () => {
  const number = '+12065554399'
  expect(await isInTickets(alone(world.pool), account, number)).toBe(false)
  await world.pool.query(
    `update ticket_message set text = 'Call 206-555-4399.' where account_id = $1 and (ticket_id, id) =
       (select ticket_id, id from ticket_message where account_id = $1 order by ticket_id desc, id desc limit 1)`,
    [account],
  )
  expect(await isInTickets(alone(world.pool), account, number)).toBe(true)
})

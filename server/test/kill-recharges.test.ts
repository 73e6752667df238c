import { setTimeout as sleep } from 'node:timers/promises'
import { addresses } from '@hongyan/contract/endpoints/addresses'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { cardForm } from './cards.ts'
import { type House, startHouse, until } from './house.ts'
import { buildServerOnce } from './process.ts'
import { proveLedger } from './proof.ts'
import { randomFrom } from './random.ts'
import { patient } from './patience.ts'

const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000)
const KILLS = process.env['SCALE'] === 'full' ? 10 : 3
const ACCOUNTS = KILLS * 8
/** The milliseconds between the falls of two accounts' balances. */
const APART = 250
const MINUTES = 60_000

beforeAll(buildServerOnce)

test(
  `kill -9 of the server while it recharges charges every account once and credits that once (KILL_SEED=${seed})`,
  async () => {
    const random = randomFrom(seed)
    const house = await startHouse({ balance: '0', sinkDelay: 5 })
    onTestFinished(() => house.close())
    const model = await modelOf(house)
    await house.rows(COPIES, [model, ACCOUNTS, APART])
    const moments = Array.from({ length: KILLS }, () => 1 + Math.floor(random() * (ACCOUNTS - 1)))
    for (const moment of moments.toSorted((one, other) => one - other)) {
      await until(async () => (await countOf(house, CHARGED)) >= moment)
      await sleep(random() * APART)
      await house.server.kill()
    }
    await until(async () => (await countOf(house, UNENDED)) === 0, 120)
    expect(await countOf(house, CHARGED)).toBe(ACCOUNTS)
    expect(await countOf(house, CREDITED)).toBe(ACCOUNTS)
    expect(await countOf(house, `select count(*) from ledger_entry where kind = 'credit'`)).toBe(ACCOUNTS)
    await proveLedger(house)
    expect(await house.command('ledger', 'verify')).toMatchObject({ ok: true, proof1: true, proof2: true })
  },
  patient(4 * MINUTES),
)

/** Gives the owner of the house a card. The other accounts are copies of this one. */
async function modelOf({ address, rows }: House): Promise<string> {
  const owner = { identifier: 'sender@example.com', password: 'wild goose' }
  const ask = (called: string, json: unknown, cookie = ''): Promise<Response> => {
    const [method = '', path = ''] = called.split(' ')
    const headers = { origin: address(), cookie, 'content-type': 'application/json' }
    return fetch(`${address()}/api${path}`, { method, headers, body: JSON.stringify(json) })
  }
  const signedIn = await ask(addresses.session.create, owner)
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0])
  const added = await ask(addresses.paymentMethods.add, cardForm(), cookie.join('; '))
  expect(added.status).toBe(200)
  const [model] = await rows<{ id: string }>(`select id from account where email = $1`, [owner.identifier])
  return model?.id ?? ''
}

/** Copies the first account $1 times, without money. The copies become due one after the other. */
const COPIES = `
  with copy as (
    select ('00000000-0000-0000-0001-' || lpad(nr::text, 12, '0'))::uuid as id, nr from generate_series(1, $2::integer) nr
  ), opened as (
    insert into account (id, email, password_hash, partition, currency, time_zone, hash_key, created_at)
    select c.id, c.nr || '@example.com', '', 'us', 'USD', 'UTC', a.hash_key, now() from copy c, account a where a.id = $1
  ), emptied as (
    insert into balance (account_id, recharge_below) select id, 100000000 from copy
  ), carded as (
    insert into payment_method (account_id, id, channel, test, customer, remote_id, last4, exp_month, exp_year, brand,
      status, created_at)
    select c.id, m.id, m.channel, m.test, m.customer, m.remote_id, m.last4, m.exp_month, m.exp_year, m.brand, 1, now()
      from copy c, payment_method m where m.account_id = $1
  ), chosen as (
    insert into auto_recharge (account_id, enabled, below_micros, topup_micros, pm_id, saved_at)
    select c.id, true, 100000000, 100000000, m.id, now() from copy c, payment_method m where m.account_id = $1
  )
  insert into recharge_due (account_id, due_at)
  select id, now() + nr * $3::integer * interval '1 ms' from copy`

const CHARGED = `select count(*) from sandbox_charge where status = 'succeeded'`
const UNENDED = `select count(*) from auto_recharge a where not exists (
  select from card_charge c where c.account_id = a.account_id and c.outcome = 'succeeded')`
const CREDITED = `select count(*) from sandbox_charge c join top_up t on t.id = (c.metadata->>'attempt')::uuid
  where t.status = 1 and t.auto and t.payment_id = c.id`

const countOf = async ({ rows }: House, sql: string): Promise<number> => {
  const [found] = await rows<{ count: bigint }>(sql)
  return Number(found?.count)
}

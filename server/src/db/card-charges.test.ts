import { expect, test } from 'vitest'
import { migratedFrom } from '../../test/old-database.ts'

test('a migration moves recharges and charges of invoices, ended and in flight, into one table', async () => {
  const pool = await migratedFrom('card-charges', BEFORE)
  const { rows } = await pool.query(`
    select right(c.id::text, 1) as nr, t.purpose, t.by_card, c.invoice_id is null as recharge, c.outcome, c.polls
      from card_charge c join top_up t on t.account_id = c.account_id and t.id = c.id order by c.id`)
  expect(rows).toEqual([
    { nr: '1', purpose: 'auto_recharge', by_card: true, recharge: true, outcome: 'declined', polls: 2 },
    { nr: '2', purpose: 'auto_recharge', by_card: true, recharge: true, outcome: null, polls: 0 },
    { nr: '3', purpose: 'invoice', by_card: true, recharge: false, outcome: 'succeeded', polls: 0 },
    { nr: '4', purpose: 'invoice', by_card: true, recharge: false, outcome: null, polls: 1 },
  ])
  const links = await pool.query('select from recharge_link l join card_charge c using (account_id, id)')
  expect(links.rowCount).toBe(1)
  const again = (nr: number, invoice: number | null) => pool.query(AGAIN, [idOf(nr), invoice && idOf(invoice)])
  await expect(again(5, null)).rejects.toThrow('card_charge_in_flight')
  await expect(again(5, 8)).rejects.toThrow('card_charge_in_flight')
  await again(5, 9)
})

const idOf = (nr: number): string => `00000000-0000-7000-8000-00000000000${nr}`
const ACCOUNT = idOf(0)

const BEFORE = `
  insert into account (id, email, password_hash, partition, currency, time_zone, hash_key, created_at)
    values ('${ACCOUNT}', 'ada@example.com', '', 'us', 'USD', 'UTC', '\\x00', now());
  insert into top_up (account_id, id, channel, currency, amount_micros, test, created_at, expires_at, auto, by_card, invoice_id)
    select '${ACCOUNT}', ('00000000-0000-7000-8000-00000000000' || nr)::uuid, 'stripe', 'USD', 1000000, true, now(), now(),
      nr <= 2, nr > 2, case when nr > 2 then '${idOf(8)}'::uuid end
      from generate_series(1, 5) nr;
  insert into recharge (account_id, id, pm_id, customer, card, begun_at, ask_at, asked_times, ended_at, outcome, code) values
    ('${ACCOUNT}', '${idOf(1)}', '${idOf(7)}', 'cus_1', 'pm_1', now(), now(), 2, now(), 'declined', 'generic_decline'),
    ('${ACCOUNT}', '${idOf(2)}', '${idOf(7)}', 'cus_1', 'pm_1', now(), now(), 0, null, null, null);
  insert into recharge_link (account_id, id, amount_micros, at) values ('${ACCOUNT}', '${idOf(1)}', 1000000, now());
  insert into invoice_charge (account_id, id, invoice_id, pm_id, customer, card, begun_at, ask_at, asked_times, ended_at, outcome) values
    ('${ACCOUNT}', '${idOf(3)}', '${idOf(8)}', '${idOf(7)}', 'cus_1', 'pm_1', now(), now(), 0, now(), 'succeeded'),
    ('${ACCOUNT}', '${idOf(4)}', '${idOf(8)}', '${idOf(7)}', 'cus_1', 'pm_1', now(), now(), 1, null, null)`

const AGAIN = `
  insert into card_charge (account_id, id, invoice_id, pm_id, customer, card, begun_at, poll_at)
    values ('${ACCOUNT}', $1, $2, '${idOf(7)}', 'cus_1', 'pm_1', now(), now())`

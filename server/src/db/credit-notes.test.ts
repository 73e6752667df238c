import { expect, test } from 'vitest'
import { migratedFrom } from '../../test/old-database.ts'

test('a migration numbers the credit notes of invoices that were void before, in the order of their voiding', async () => {
  const pool = await migratedFrom('credit-notes', BEFORE)
  const { rows } = await pool.query('select number, credit_note from invoice order by number')
  expect(rows).toEqual([
    { number: 'HY-US-2025-000001', credit_note: 'HYC-US-2026-000002' },
    { number: 'HY-US-2025-000002', credit_note: 'HYC-US-2025-000001' },
    { number: 'HY-US-2025-000003', credit_note: null },
  ])
  const counters = await pool.query('select partition, last_credit_note from invoice_counter order by partition')
  expect(counters.rows).toEqual([
    { partition: 'cn', last_credit_note: 0n },
    { partition: 'us', last_credit_note: 2n },
  ])
  await expect(pool.query(`update invoice set status = 2 where number = 'HY-US-2025-000003'`)).rejects.toThrow(
    'violates check constraint',
  )
})

const ACCOUNT = '00000000-0000-7000-8000-000000000000'

/** Two void invoices, the first one voided later, and an open one. */
const BEFORE = `
  insert into account (id, email, password_hash, partition, currency, time_zone, hash_key, created_at)
    values ('${ACCOUNT}', 'ada@example.com', '', 'us', 'USD', 'UTC', '\\x00', now());
  insert into invoice (account_id, id, partition, currency, number, status, from_day, to_day, begins_at, ends_at, closed_at,
      issue_at, issued_at, due_on, ended_at, total_micros, entry, void_entry)
    select '${ACCOUNT}', ('00000000-0000-7000-8000-00000000000' || nr)::uuid, 'us', 'USD', 'HY-US-2025-00000' || nr,
      case when nr = 3 then 1 else 2 end, date '2025-01-01' + nr, date '2025-01-01' + nr, '2025-01-01', '2025-01-02', now(),
      now(), now(), '2025-02-01', case nr when 1 then timestamptz '2026-01-01' when 2 then '2025-12-31' end, 10,
      '${ACCOUNT}', case when nr < 3 then '${ACCOUNT}'::uuid end
      from generate_series(1, 3) nr`

import { MINUTE } from '@hongyan/contract/durations'
import { audit } from '@hongyan/contract/endpoints/account/audit'
import { invoices } from '@hongyan/contract/endpoints/finance/invoices'
import { transactions } from '@hongyan/contract/endpoints/finance/transactions'
import { tickets } from '@hongyan/contract/endpoints/support/tickets'
import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { recipients } from '@hongyan/contract/endpoints/messaging/recipients'
import type { AccountId } from '@hongyan/contract/ids'
import { list } from '@hongyan/contract/limits/screens'
import { rules } from '@hongyan/contract/rules'
import { type Sort, sortColumns, sortParts, sortsBy } from '@hongyan/contract/vocabulary/sorting'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '../src/http/implement.ts'
import { uuidv7 } from '../src/kit/ids.ts'
import { sealedSecret } from '../src/kit/sealed-fields.ts'
import { manyTickets } from './tickets.ts'
import { newWorld, type SignedIn, type World } from './world.ts'

const ROWS = 90

interface SortedList {
  readonly name: keyof typeof sortColumns
  readonly row: Row
  /** Gives an account rows of equal and of different values. */
  readonly fill: (account: AccountId, rows: number) => Promise<unknown>
}

let world: World
beforeAll(async () => {
  world = await newWorld()
  world.clock.set(new Date())
})

const inserting = (statement: string) => (account: AccountId, rows: number) =>
  world.pool.query(statement, [account, rows])

const lists: readonly SortedList[] = [
  {
    name: 'audit',
    row: audit.list,
    fill: inserting(`insert into audit_entry (account_id, id, at, actor, action, outcome)
      select $1, uuidv7(make_interval(mins => -n)), now() - make_interval(mins => n), 'owner', 'profile.save', 'done'
        from generate_series(1, $2::int) n`),
  },
  {
    name: 'credentials',
    row: credentials.list,
    fill: async (account, rows) => {
      const ids = Array.from({ length: rows }, (_, n) => uuidv7(new Date(Date.now() - n * MINUTE)))
      const sealed = ids.map((id) => world.secrets.seal('secret', sealedSecret(id)))
      await world.pool.query(
        `insert into credential (account_id, id, key, sealed_secret, mode, type, created_at)
         select $1, id, 'sorted' || id, sealed, 1, 1, now() - make_interval(mins => (n - 1)::int)
           from unnest($2::uuid[], $3::text[]) with ordinality as given (id, sealed, n)`,
        [account, ids, sealed],
      )
    },
  },
  {
    name: 'invoices',
    row: invoices.list,
    fill: inserting(`insert into invoice (account_id, id, partition, currency, number, status, from_day, to_day, begins_at,
        ends_at, closed_at, issue_at, issued_at, due_on, total_micros, entry)
      select $1::uuid, uuidv7(), 'us', 'USD', case when n > 1 then 'SORTED-' || n || $1::text end, case when n > 1 then 1 else 0 end,
        date '1700-01-01' + n, date '1700-01-01' + n, now(), now() + interval '1 day', now(), now(), case when n > 1 then now() end,
        case when n > 1 then date '2026-01-01' + n % 5 end, (n % 11 + 1) * 1000000, case when n > 1 then uuidv7() end
        from generate_series(1, $2::int) n`),
  },
  {
    name: 'recipients',
    row: recipients.list,
    fill: inserting(`insert into listed_recipient (account_id, id, to_hash, to_last4, reason, scenes, source, created_at, updated_at)
      select $1, uuidv7(-age), decode(lpad(to_hex(n), 32, '0'), 'hex'), '0100', 'block', 7, 'import', now() - age, now() - age
        from generate_series(1, $2::int) n cross join lateral (select make_interval(mins => n) as age) aged`),
  },
  {
    name: 'tickets',
    row: tickets.list,
    fill: inserting(manyTickets),
  },
  {
    name: 'transactions',
    row: transactions.list,
    fill: inserting(`with booked as (
        insert into ledger_entry (account_id, id, kind, amount_micros, count, at, channel, paid_micros, clearing_micros, revenue_micros)
        select $1, uuidv7(-age), case when n % 9 > 0 then 'credit' else 'post' end, 1000000, 1, date_trunc('hour', now() - age),
          case when n % 9 > 0 then 'cash' end, case when n % 9 > 0 then 1000000 else -1000000 end,
          case when n % 9 > 0 then -1000000 else 0 end, case when n % 9 > 0 then 0 else 1000000 end
          from generate_series(1, $2::int) n cross join lateral (select make_interval(mins => n * 20) as age) aged
        returning paid_micros
      )
      update balance set paid_micros = paid_micros + (select sum(paid_micros) from booked) where account_id = $1`),
  },
]

async function filled({ fill }: SortedList, rows: number): Promise<SignedIn> {
  const owner = await world.account({ balance: '0', credit_enabled: true })
  await fill(owner.id, rows)
  return owner
}

type Listed = Readonly<Record<string, string | null>> & { readonly id: string }

/** Reads a list to its end, page by page. */
async function readAll(owner: SignedIn, row: Row, sort: string, limit: number): Promise<readonly Listed[]> {
  const found: Listed[] = []
  for (;;) {
    const { body, headers } = await owner.ask(row, { query: { sort, limit, offset: found.length } })
    const page = body as readonly Listed[] // the row's own reply, which the server has checked
    found.push(...page)
    if (page.length < limit) {
      expect(found).toHaveLength(Number(headers['x-total-count']))
      return found
    }
  }
}

/** Compares as the database does: rows without a value come last in ascending order. */
function compare(one: Listed, other: Listed, column: string): number {
  const [a = null, b = null] = [one[column], other[column]]
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const [x, y] = column === 'total' ? [Number(a), Number(b)] : [a, b]
  return x === y ? 0 : x < y ? -1 : 1
}

describe.each(lists)('the list of $name', (each) => {
  const sorts: readonly Sort[] = sortsBy<string>(sortColumns[each.name])

  test('has each row once in the pages of every sort and size, in order', async () => {
    const owner = await filled(each, ROWS)
    const ids = (rows: readonly Listed[]) => rows.map(({ id }) => id).toSorted()
    const expected = ids(await readAll(owner, each.row, sorts[0] ?? '', list.maxLimit))
    expect(new Set(expected).size).toBeGreaterThan(ROWS / 2)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...sorts), fc.integer({ min: 7, max: list.maxLimit }), async (sort, limit) => {
        const rows = await readAll(owner, each.row, sort, limit)
        expect(ids(rows)).toEqual(expected)
        const { column, direction } = sortParts(sort)
        const steps = rows.slice(1).map((row, index) => compare(rows[index] ?? row, row, column))
        expect(Math.max(...steps.map((step) => (direction === 'asc' ? step : -step)))).toBeLessThanOrEqual(0)
      }),
      { numRuns: 8 },
    )
  })

  test('refuses a sort by any other column, in one sentence', async () => {
    const owner = await world.account()
    for (const sort of ['id', '-id', '', 'at desc', '--at'])
      expect(await owner.ask(each.row, { query: { sort } })).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_request', field: 'sort', message: rules.sort.en } },
      })
  })
})

import { MICROS_PER_UNIT, type Micros } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { type Kysely, sql } from 'kysely'
import type { CodeBudget } from '../../../config/code-budget.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Quote } from '../../../gateway/own-messages.ts'

/** The fifth of a budget that only owners may spend, in their known browsers and their sessions. */
const KEPT_FOR_OWNERS = 5n

/** The house's spending on codes of one day and currency. */
export interface Spending {
  readonly currency: Currency
  readonly spent: Micros
  readonly budget: Micros
  readonly refused: number
}

/**
 * Spends the price of a code. Returns false where it exceeds the budget of the day. Simultaneous callers wait for each
 * other and never exceed the budget together.
 */
export async function spend(
  db: Kysely<Schema>,
  budgets: CodeBudget,
  { currency, price, known, at }: Quote & { readonly known: boolean; readonly at: Date },
): Promise<boolean> {
  const budget = budgets[currency]
  const most = known ? budget : budget - budget / KEPT_FOR_OWNERS
  const { rows } = await sql`
    insert into code_spending as s (day, currency, spent_micros, budget_micros)
    select (${at}::timestamptz at time zone 'UTC')::date, ${currency}, ${price}::bigint, ${budget}::bigint
      where ${price}::bigint <= ${most}::bigint
    on conflict (day, currency) do update
      set spent_micros = s.spent_micros + excluded.spent_micros, budget_micros = excluded.budget_micros
      where s.spent_micros + excluded.spent_micros <= ${most}
    returning 1`.execute(db)
  return rows.length > 0
}

/** Counts requests that were refused because of a day's budget or cap. Returns the number of the day so far. */
export async function countPaused(
  db: Kysely<Schema>,
  budgets: CodeBudget,
  { currency, requests, at }: { readonly currency: Currency; readonly requests: number; readonly at: Date },
): Promise<number> {
  const { rows } = await sql<{ refused: number }>`
    insert into code_spending as s (day, currency, budget_micros, refused)
    values ((${at}::timestamptz at time zone 'UTC')::date, ${currency}, ${budgets[currency]}, ${requests})
    on conflict (day, currency) do update set refused = s.refused + excluded.refused
    returning refused`.execute(db)
  return rows[0]?.refused ?? 0
}

/** Reads the spending of a day, by currency. */
export async function readSpending(db: Kysely<Schema>, at: Date): Promise<readonly Spending[]> {
  const { rows } = await sql<Spending>`
    select currency, spent_micros as spent, budget_micros as budget, refused from code_spending
     where day = (${at}::timestamptz at time zone 'UTC')::date order by currency`.execute(db)
  return rows
}

/** An amount in whole units, for a metric. */
export const unitsOf = (amount: Micros): number => Number(amount) / Number(MICROS_PER_UNIT)

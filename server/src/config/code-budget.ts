import { type Micros, micros } from '@hongyan/contract/money'
import { Currency } from '@hongyan/contract/vocabulary/account'
import { amount, type Environment } from './env.ts'

/** The most that codes by phone may cost the house in a day (UTC), by the currency of its account. */
export type CodeBudget = Readonly<Record<Currency, Micros>>

export const readCodeBudget = (env: Environment): CodeBudget => ({
  [Currency.Usd]: amount(env, 'CODE_BUDGET_USD') ?? micros(50_000_000n),
  [Currency.Cny]: amount(env, 'CODE_BUDGET_CNY') ?? micros(300_000_000n),
})

import { type Micros, parseMicros, ZERO } from '@hongyan/contract/money'
import { Currency } from '@hongyan/contract/vocabulary/account'
import { StartError } from '../kit/start-error.ts'
import { type Environment, text } from './env.ts'

/** The most that codes by phone may cost the house in a day (UTC), by the currency of its account. */
export type CodeBudget = Readonly<Record<Currency, Micros>>

const amount = (env: Environment, name: string, fallback: string): Micros => {
  const value = text(env, name) ?? fallback
  const parsed = parseMicros(value)
  if (parsed !== null && parsed >= ZERO) return parsed
  throw new StartError(`${name} must be an amount such as 50 or 12.50, not "${value}".`)
}

export const readCodeBudget = (env: Environment): CodeBudget => ({
  [Currency.Usd]: amount(env, 'CODE_BUDGET_USD', '50'),
  [Currency.Cny]: amount(env, 'CODE_BUDGET_CNY', '300'),
})

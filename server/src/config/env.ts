import { type Micros, parseMicros, ZERO } from '@hongyan/contract/money'
import { StartError } from '../kit/start-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** An empty setting counts as absent, so that `PORT= npm start` means the default. */
export function text(env: Environment, name: string): string | null {
  const value = env[name]?.trim()
  return value === undefined || value === '' ? null : value
}

export function integer(env: Environment, name: string, range: readonly [number, number], fallback: number): number {
  const value = text(env, name)
  if (value === null) return fallback
  const number = Number(value)
  const [low, high] = range
  if (/^\d+$/.test(value) && number >= low && number <= high) return number
  throw new StartError(`${name} must be a whole number from ${low} to ${high}, not "${value}".`)
}

export function choice<const T extends string>(env: Environment, name: string, options: readonly T[], fallback: T): T {
  const value = text(env, name)
  if (value === null) return fallback
  const found = options.find((option) => option === value)
  if (found !== undefined) return found
  throw new StartError(`${name} must be ${options.join(' or ')}, not "${value}".`)
}

/** The value of a switch, or null where it is not set: some defaults depend on that. */
export function flag(env: Environment, name: string): boolean | null {
  const value = text(env, name)
  if (value === null) return null
  if (value === '1' || value === 'true') return true
  if (value === '0' || value === 'false') return false
  throw new StartError(`${name} must be 1 or 0, not "${value}".`)
}

/** An amount of zero or more, or null where the setting is absent. */
export function amount(env: Environment, name: string): Micros | null {
  const value = text(env, name)
  if (value === null) return null
  const parsed = parseMicros(value)
  if (parsed !== null && parsed >= ZERO) return parsed
  throw new StartError(`${name} must be an amount such as 50 or 12.50, not "${value}".`)
}

export function address(env: Environment, name: string, protocols: readonly string[]): URL | null {
  const value = text(env, name)
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (url !== null && protocols.includes(url.protocol)) return url
  const allowed = protocols.map((protocol) => `${protocol}//`).join(' or ')
  throw new StartError(`${name} must be an address beginning with ${allowed}.`)
}

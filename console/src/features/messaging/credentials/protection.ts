import type { IpRestriction } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import type { SmsRateLimiting } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import type { CredentialId } from '@hongyan/contract/ids'

/** A list in force, with the numbers of the entries that the credential has. */
interface ListProtection {
  readonly kind: 'allow' | 'deny'
  readonly allowed: number
  readonly denied: number
}

/** The effect of an account's IP rules on the requests of one credential. */
export type IpProtection = { readonly kind: 'off' } | { readonly kind: 'report' } | ListProtection

export function ipProtectionOf(
  {
    enabled,
    reportOnly,
    mode,
    entries,
  }: Pick<IpRestriction, 'enabled' | 'reportOnly' | 'mode'> & {
    readonly entries: readonly Pick<IpRestriction['entries'][number], 'credential' | 'effect'>[]
  },
  id: CredentialId,
): IpProtection {
  if (!enabled) return { kind: 'off' }
  if (reportOnly) return { kind: 'report' }
  const own = entries.filter(({ credential }) => credential === null || credential === id)
  const allowed = own.filter(({ effect }) => effect === 'allow').length
  return { kind: mode, allowed, denied: own.length - allowed }
}

/** True where any address may use the credential. */
export const isFromAnywhere = (ip: IpProtection): boolean =>
  ip.kind === 'off' || ip.kind === 'report' || (ip.kind === 'deny' && ip.denied === 0)

/** The limits that an account has set for itself; null: none. */
export interface RateProtection {
  readonly rules: number
  readonly perDay: number | null
  /** The daily cap lets messages pass and tells the owner. */
  readonly onlyAlerts: boolean
  readonly countries: number
  readonly perSecond: number | null
}

/** Reads the limits that do something; null where none does. */
export function rateProtectionOf({
  enabled,
  rules,
  day,
  countries,
  per_second: perSecond,
}: Pick<SmsRateLimiting, 'enabled' | 'day' | 'countries' | 'per_second'> & {
  readonly rules: readonly unknown[]
}): RateProtection | null {
  const cap = day === null || day.action === 'ignore' ? null : day
  const caps = countries.filter(({ action }) => action !== 'ignore').length
  if (!enabled || (rules.length === 0 && cap === null && caps === 0 && perSecond === null)) return null
  return {
    rules: rules.length,
    perDay: cap?.limit ?? null,
    onlyAlerts: cap?.action === 'alert',
    countries: caps,
    perSecond,
  }
}

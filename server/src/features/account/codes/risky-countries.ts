import type { AccountId } from '@hongyan/contract/ids'
import { Refusal } from '../../../kit/refusal.ts'
import type { Asker } from './asker.ts'
import { countryOf } from './caps.ts'
import type { CodeRequest } from './request.ts'

/** The high-risk countries, and those that an account enabled. */
export interface RiskyCountries {
  readonly isHighRisk: (country: string) => boolean
  readonly enabledBy: (account: AccountId) => Promise<ReadonlySet<string>>
}

/**
 * Refuses a code by phone to a high-risk country, unless the owner who requests it has enabled the country: by a
 * session, or in a known browser. A stranger gets the same refusal whether the phone belongs to an account or not.
 */
export async function refuseRiskyCountry(
  { isHighRisk, enabledBy }: RiskyCountries,
  { target, caller, holder }: Pick<CodeRequest, 'target' | 'caller' | 'holder'>,
  asker: Asker,
): Promise<void> {
  if ('email' in target) return
  const risky = target.phones.flatMap(({ phone }) => countryOf(phone)).filter(isHighRisk)
  if (risky.length === 0) return
  const owner = caller ?? (asker.known ? holder : null)
  const enabled = owner === null ? null : await enabledBy(owner.id)
  if (enabled !== null && risky.every((country) => enabled.has(country))) return
  throw new Refusal(caller === null ? 'codes_not_by_text' : 'geo_restricted', { field: 'phone' })
}

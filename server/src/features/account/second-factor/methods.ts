import { type SecondFactorWay, secondFactorWays } from '@hongyan/contract/vocabulary/second-factor'
import type { Site } from './site.ts'
import type { SecondFactors } from './store.ts'
import { signInOptions, type PasskeyOptions } from './webauthn.ts'

/** The options for one of the account's passkeys on this site; null where none fits. */
export async function passkeyOptionsFor(
  site: Site | null,
  { passkeys }: SecondFactors,
): Promise<PasskeyOptions | null> {
  if (site === null) return null
  const here = passkeys.filter(({ rp_id }) => rp_id === site.rpId)
  return here.length === 0 ? null : signInOptions(site, here)
}

export function methodsOf(
  { totpSince, recoveryLeft }: SecondFactors,
  passkey: PasskeyOptions | null,
): SecondFactorWay[] {
  const ways = { totp: totpSince !== null, passkey: passkey !== null, recovery: recoveryLeft > 0 }
  return secondFactorWays.filter((way) => ways[way])
}

import { type SecondFactorWay, secondFactorWays } from '@hongyan/contract/vocabulary/second-factor'
import type { Site } from './site.ts'
import type { Guard } from './store.ts'
import { askForPasskey, type Asked } from './webauthn.ts'

/** What a passkey of this account is asked here; null where none of them can be. */
export async function askFor(site: Site | null, { passkeys }: Guard): Promise<Asked | null> {
  if (site === null) return null
  const here = passkeys.filter(({ rp_id }) => rp_id === site.rpId)
  return here.length === 0 ? null : askForPasskey(site, here)
}

export function waysOf({ totpSince, recoveryLeft }: Guard, asked: Asked | null): SecondFactorWay[] {
  const ways = { totp: totpSince !== null, passkey: asked !== null, recovery: recoveryLeft > 0 }
  return secondFactorWays.filter((way) => ways[way])
}

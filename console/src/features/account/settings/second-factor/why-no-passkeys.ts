import type { Security } from '@hongyan/contract/endpoints/account/security'
import { secondFactor as limits } from '@hongyan/contract/limits/account'
import type { TextId } from '../../../../i18n/ids.ts'
import { passkeysWork } from '../../../../ui/passkey.ts'

/** Why no passkey can be added here; null where one can. */
export function whyNoPasskeys({ passkeys, passkeys_possible: possible }: Security): TextId | null {
  if (!possible) return 'second-factor.passkeysAddress'
  if (!passkeysWork()) return 'second-factor.passkeysBrowser'
  return passkeys.length >= limits.passkeys ? 'second-factor.passkeysFull' : null
}

import type { CodeScene } from '@hongyan/contract/vocabulary/codes'

/** The rules of a scene (ruling 33). */
export interface SceneRules {
  /** Whether the caller must be signed in. */
  readonly caller: 'account' | 'visitor'
  /** The kinds of target that the scene verifies. */
  readonly targetKind: 'phone' | 'email' | 'either'
  readonly purpose: Purpose
  /** For callers with an account: the target is theirs, not theirs yet, or any. */
  readonly whose: 'own' | 'other' | 'any'
}

/** The purpose that the text of the code names. */
export type Purpose = 'bind' | 'verify' | 'reset' | 'signin' | 'signup'

const account = (proves: 'phone' | 'email', purpose: Purpose, whose: SceneRules['whose']): SceneRules => ({
  caller: 'account',
  targetKind: proves,
  purpose,
  whose,
})
const visitor = (purpose: Purpose): SceneRules => ({ caller: 'visitor', targetKind: 'either', purpose, whose: 'any' })

export const scenes: Readonly<Record<CodeScene, SceneRules>> = {
  verif_bind_phone: account('phone', 'bind', 'other'),
  verif_bind_email: account('email', 'bind', 'other'),
  verif_change_phone: account('phone', 'bind', 'other'),
  verif_change_email: account('email', 'bind', 'other'),
  // Also the phone of an enterprise's operator (screens S12). The token of another phone changes no contact.
  verif_verify_phone: account('phone', 'verify', 'any'),
  verif_verify_email: account('email', 'verify', 'own'),
  verif_reset_password: visitor('reset'),
  verif_signin: visitor('signin'),
  verif_signup: visitor('signup'),
}

import type { CodeScene } from '@hongyan/contract/vocabulary/codes'

/** The rules of a scene (ruling 33). */
export interface SceneRules {
  /** Whether the caller must be signed in. */
  readonly caller: 'account' | 'visitor'
  /** The kinds of target that the scene verifies. */
  readonly targetKind: 'phone' | 'email' | 'either'
  readonly purpose: Purpose
}

/** The purpose that the text of the code names. */
export type Purpose = 'bind' | 'verify' | 'reset' | 'signin' | 'signup'

const account = (proves: 'phone' | 'email', purpose: Purpose): SceneRules => ({
  caller: 'account',
  targetKind: proves,
  purpose,
})
const visitor = (purpose: Purpose): SceneRules => ({ caller: 'visitor', targetKind: 'either', purpose })

export const scenes: Readonly<Record<CodeScene, SceneRules>> = {
  verif_bind_phone: account('phone', 'bind'),
  verif_bind_email: account('email', 'bind'),
  verif_change_phone: account('phone', 'bind'),
  verif_change_email: account('email', 'bind'),
  verif_verify_phone: account('phone', 'verify'),
  verif_verify_email: account('email', 'verify'),
  verif_reset_password: visitor('reset'),
  verif_signin: visitor('signin'),
  verif_signup: visitor('signup'),
}

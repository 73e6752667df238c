import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import type { TextId } from '../../../i18n/ids.ts'

interface ModeTexts {
  title: TextId
  /** The requirements of a request, shown on the card of the mode. */
  text: TextId
  /** The consequences for the owner of the key. */
  explained: TextId
  /** The label of the button that switches to it. */
  switchTo: TextId
}

export const modeLabels: Record<AuthMode, ModeTexts> = {
  [AuthMode.Simple]: {
    title: 'credentials.simple',
    text: 'credentials.simpleText',
    explained: 'credentials.simpleExplained',
    switchTo: 'credentials.switchToSimple',
  },
  [AuthMode.Hmac]: {
    title: 'credentials.hmac',
    text: 'credentials.hmacText',
    explained: 'credentials.hmacExplained',
    switchTo: 'credentials.switchToHmac',
  },
}

export const modes: readonly [AuthMode, AuthMode] = [AuthMode.Simple, AuthMode.Hmac]

export const otherMode = (mode: AuthMode): AuthMode => (mode === AuthMode.Hmac ? AuthMode.Simple : AuthMode.Hmac)

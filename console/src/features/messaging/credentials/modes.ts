import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import type { TextId } from '../../../i18n/ids.ts'

interface ModeWords {
  title: TextId
  /** What a request must carry, on the card that offers the mode. */
  text: TextId
  /** What the mode means for the one who owns the key. */
  explained: TextId
  /** The act of changing to it. */
  switchTo: TextId
}

export const modeWords: Record<AuthMode, ModeWords> = {
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

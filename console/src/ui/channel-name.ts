import { textIn } from '@hongyan/contract/texts'
import { standardName } from '@hongyan/contract/upstreams/standard'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { useText } from '../i18n/text.ts'

interface Carrier {
  /** The code of its link: 32 digits for a channel of the account, none for one that was gone before. */
  readonly code: string
  /** Null for the product's own channel, and for one that was deleted. */
  readonly name: string | null
}

/** The name of a channel that carried a message or was passed over, as rules have it. */
export function channelName({ code, name }: Carrier, t: ReturnType<typeof useText>, locale: Locale): string {
  if (name !== null) return name
  return /^(?:[\da-f]{32})?$/.test(code) ? t('ui.deletedChannel') : textIn(standardName, locale)
}

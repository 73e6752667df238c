import { standardName } from '@hongyan/contract/upstreams/standard'
import { currentLocale, type useText } from '../../../i18n/text.ts'

interface Carrier {
  /** The code of its link: 32 digits for a channel of the account. */
  readonly code: string
  /** Null for the product's own channel, and for one that was deleted. */
  readonly name: string | null
}

/** The name of the channel that carried a message. */
export function channelName({ code, name }: Carrier, t: ReturnType<typeof useText>): string {
  if (name !== null) return name
  return /^[\da-f]{32}$/.test(code) ? t('logs.deletedChannel') : standardName[currentLocale() === 'zh-CN' ? 'zh' : 'en']
}

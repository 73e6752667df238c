import type { SupportContact } from '@hongyan/contract/endpoints/support/channels'
import { Locale } from '@hongyan/contract/vocabulary/account'
import type { SupportChannel } from '@hongyan/contract/vocabulary/support'
import type { SupportConfig } from '../../../config/support.ts'

/** The order of the channels for readers of each language (screens S13): first those that they use, then the others. */
const order: Readonly<Record<Locale, readonly SupportChannel[]>> = {
  [Locale.English]: ['whatsapp', 'telegram', 'line', 'email', 'wechat'],
  [Locale.SimplifiedChinese]: ['wechat', 'email', 'whatsapp', 'telegram', 'line'],
}

/** The deep link of an address. A WeChat ID has none, so its link opens WeChat, where people search for the ID. */
const linkOf: Readonly<Record<SupportChannel, (address: string) => string>> = {
  whatsapp: (number) => `https://wa.me/${number.slice(1)}`,
  telegram: (name) => `https://t.me/${name.replace('@', '')}`,
  line: (id) => `https://line.me/R/ti/p/${encodeURIComponent(id)}`,
  wechat: (address) => (address.startsWith('https:') ? address : 'weixin://'),
  email: (address) => `mailto:${address}`,
}

/** An address as people read it: a link without its protocol. */
const shown = (address: string): string => address.replace('https://', '')

/** The channels that have an address, in the order for a language. */
export const contactsIn = (contacts: SupportConfig['contacts'], locale: Locale): readonly SupportContact[] =>
  order[locale].flatMap((channel) => {
    const address = contacts[channel]
    return address === null ? [] : [{ channel, address: shown(address), link: linkOf[channel](address) }]
  })

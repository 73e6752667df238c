import { type ErrorCode, errors, errorWords } from '@hongyan/contract/errors'
import { textIn } from '@hongyan/contract/texts'
import { standardName } from '@hongyan/contract/upstreams/standard'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { MessageMoney } from '@hongyan/contract/vocabulary/message'
import { type MessageWords, messageWords } from '@hongyan/contract/vocabulary/message-words'
import { STANDARD } from '@hongyan/contract/vocabulary/upstream'
import type { Labels } from '../../../../exports/source.ts'

const moneyWords: Readonly<Record<Locale, Readonly<Record<MessageMoney, string>>>> = {
  en: { held: 'On hold', charged: 'Charged', released: 'Not charged', free: 'Free' },
  'zh-CN': { held: '已冻结', charged: '已扣费', released: '未扣费', free: '免费' },
}

const channels: Readonly<Record<string, string>> = { sms: 'SMS', whatsapp: 'WhatsApp' }

const isError = (code: string): code is ErrorCode => Object.hasOwn(errors, code)

/** Spells out the values of messages and of their recipients. */
export function messageLabels(language: Locale): Labels {
  const words: Readonly<Record<keyof MessageWords, Readonly<Record<string, string>>>> = messageWords(language)
  const { statuses, scenes } = words
  const money: Readonly<Record<string, string>> = moneyWords[language]
  const regions = new Intl.DisplayNames(language, { type: 'region' })
  const countries = new Map<string, string>()
  const country = (iso2: string): string => {
    const name = countries.get(iso2) ?? regions.of(iso2) ?? iso2
    countries.set(iso2, name)
    return name
  }
  const status = (value: string | number): string => statuses[value] ?? String(value)
  return {
    country: (iso2) => country(String(iso2)),
    scene: (value) => scenes[value] ?? String(value),
    status,
    last_status: status,
    money: (value) => money[value] ?? String(value),
    channel: (value) => channels[value] ?? String(value),
    upstream: (value) => (value === STANDARD ? textIn(standardName, language) : String(value)),
    reason: (code) => (isError(String(code)) ? errorWords(String(code) as ErrorCode, language).what : String(code)), // checked before
  }
}

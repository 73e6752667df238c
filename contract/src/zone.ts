import type { Locale } from './vocabulary/account.ts'

const BEIJING: Readonly<Record<Locale, string>> = { en: 'Beijing time (UTC+8)', 'zh-CN': '北京时间（UTC+8）' }

/** Names a time zone for people. Zones other than Asia/Shanghai keep their IANA name. */
export const zoneName = (zone: string, locale: Locale): string => (zone === 'Asia/Shanghai' ? BEIJING[locale] : zone)

/** IANA's former and newest names (2025b), which Intl reads but replaces by another name of the same zone. */
const ALIASES = `
  Africa/Asmara Africa/Timbuktu America/Argentina/Buenos_Aires America/Argentina/Catamarca
  America/Argentina/ComodRivadavia America/Argentina/Cordoba America/Argentina/Jujuy America/Argentina/Mendoza
  America/Atikokan America/Atka America/Ensenada America/Fort_Wayne America/Indiana/Indianapolis
  America/Kentucky/Louisville America/Knox_IN America/Montreal America/Nipigon America/Nuuk America/Pangnirtung
  America/Porto_Acre America/Rainy_River America/Rosario America/Santa_Isabel America/Shiprock America/Thunder_Bay
  America/Virgin America/Yellowknife Antarctica/South_Pole Asia/Ashkhabad Asia/Choibalsan Asia/Chongqing
  Asia/Chungking Asia/Dacca Asia/Harbin Asia/Ho_Chi_Minh Asia/Istanbul Asia/Kashgar Asia/Kathmandu Asia/Kolkata
  Asia/Macao Asia/Tel_Aviv Asia/Thimbu Asia/Ujung_Pandang Asia/Ulan_Bator Asia/Yangon Atlantic/Faroe
  Atlantic/Jan_Mayen Australia/ACT Australia/Canberra Australia/Currie Australia/LHI Australia/NSW Australia/North
  Australia/Queensland Australia/South Australia/Tasmania Australia/Victoria Australia/West Australia/Yancowinna
  Brazil/Acre Brazil/DeNoronha Brazil/East Brazil/West CET CST6CDT Canada/Atlantic Canada/Central Canada/Eastern
  Canada/Mountain Canada/Newfoundland Canada/Pacific Canada/Saskatchewan Canada/Yukon Chile/Continental
  Chile/EasterIsland Cuba EET EST EST5EDT Egypt Eire Etc/GMT Etc/GMT+0 Etc/GMT-0 Etc/GMT0 Etc/Greenwich Etc/UCT
  Etc/UTC Etc/Universal Etc/Zulu Europe/Belfast Europe/Kyiv Europe/Nicosia Europe/Tiraspol Europe/Uzhgorod
  Europe/Zaporozhye GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST Hongkong Iceland Iran Israel Jamaica Japan Kwajalein
  Libya MET MST MST7MDT Mexico/BajaNorte Mexico/BajaSur Mexico/General NZ NZ-CHAT Navajo PRC PST8PDT Pacific/Chuuk
  Pacific/Johnston Pacific/Kanton Pacific/Pohnpei Pacific/Samoa Pacific/Yap Poland Portugal ROC ROK Singapore Turkey
  UCT US/Alaska US/Aleutian US/Arizona US/Central US/East-Indiana US/Eastern US/Hawaii US/Indiana-Starke US/Michigan
  US/Mountain US/Pacific US/Samoa Universal W-SU WET Zulu
`

const byLowerCase = (names: readonly string[]) => new Map(names.map((name) => [name.toLowerCase(), name]))

/** Names by their lower case: those that Intl lists, and others that it read. It reads less than a thousand. */
const known = byLowerCase(Intl.supportedValuesOf('timeZone'))
const aliases = byLowerCase(ALIASES.trim().split(/\s+/))

/** Texts that are no names. They are forgotten together when there are this many, for there is no end of them. */
const refused = new Set<string>()
const REFUSED_MOST = 1_000

/** Leaves out offsets such as +08:00: newer versions of Intl accept them, but they are no zone's name. */
const SHAPE = /^[a-z][\w+/-]{0,63}$/i

/**
 * Returns the name of an IANA zone in its usual case; null where a text is none. Intl reads names in any case, so a
 * million contacts could otherwise have a million spellings. An alias stays the alias, unless IANA has no such name.
 */
export function zoneNamed(text: string): string | null {
  if (!SHAPE.test(text)) return null
  const key = text.toLowerCase()
  const name = known.get(key)
  if (name !== undefined || refused.has(key)) return name ?? null
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions()
    const found = aliases.get(key) ?? timeZone
    known.set(key, found)
    return found
  } catch {
    if (refused.size >= REFUSED_MOST) refused.clear()
    refused.add(key)
    return null
  }
}

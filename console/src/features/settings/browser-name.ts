type Named = readonly (readonly [RegExp, string])[]

/** The first that fits: others name themselves beside their own. */
const browsers: Named = [
  [/MicroMessenger\//, 'WeChat'],
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//, 'Safari'],
]
const systems: Named = [
  [/\biPad\b/, 'iPadOS'],
  [/\b(?:iPhone|iPod)\b/, 'iOS'],
  [/\b(?:OpenHarmony|HarmonyOS)\b/, 'HarmonyOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (names: Named, userAgent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]

/** What a browser calls itself, as people do: `Chrome, macOS`. Of a program its first word; empty where nothing is said. */
export function browserName(userAgent: string): string {
  const browser = nameIn(browsers, userAgent)
  if (browser === undefined) return /^[^\s/]*/.exec(userAgent.trim())?.[0] ?? ''
  const system = nameIn(systems, userAgent)
  return system === undefined ? browser : `${browser}, ${system}`
}

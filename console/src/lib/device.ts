/** Browser and system of a User-Agent header, each null where unknown. */
export interface Device {
  readonly browser: string | null
  readonly system: string | null
}

/** The first match wins: most browsers also name the browsers they imitate. */
const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/MicroMessenger/, 'WeChat'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/QQBrowser/, 'QQ Browser'],
  [/UCBrowser/, 'UC Browser'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Chrome\/|CriOS|Chromium/, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//i, 'curl'],
]

const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/HarmonyOS/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

const firstIn = (names: typeof browsers, userAgent: string): string | null =>
  names.find(([mark]) => mark.test(userAgent))?.[1] ?? null

export const deviceOf = (userAgent: string): Device => ({
  browser: firstIn(browsers, userAgent),
  system: firstIn(systems, userAgent),
})

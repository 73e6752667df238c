/** The first match counts: most browsers also name others for compatibility. */
const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/MicroMessenger/, 'WeChat'],
  [/Edg/, 'Edge'],
  [/OPR|Opera/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrom|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
  [/curl/, 'curl'],
]

/**
 * The browser that a User-Agent names, or null. The sender wrote that text, so no other part of it goes to the owner:
 * it could be a link, sent in our name.
 */
export const browserIn = (userAgent: string): string | null =>
  browsers.find(([mark]) => mark.test(userAgent))?.[1] ?? null

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
 * The browser that a User-Agent header names, or null. The client chose that text, so no other part of it is sent to
 * the owner: it could contain a link.
 */
export const browserIn = (userAgent: string): string | null =>
  browsers.find(([mark]) => mark.test(userAgent))?.[1] ?? null

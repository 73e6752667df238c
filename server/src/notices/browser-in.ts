/** The first that fits counts: most browsers also name those that they want to be taken for. */
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
 * Which of these a program says that it is, or null. Whoever signed in wrote that text, so no other word of it is sent to
 * the owner: it could be a link, and would come from us.
 */
export const browserIn = (userAgent: string): string | null =>
  browsers.find(([mark]) => mark.test(userAgent))?.[1] ?? null

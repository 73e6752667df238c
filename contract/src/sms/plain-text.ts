/**
 * A text without disguises: compatibility forms such as full-width or circled digits become plain ones, and invisible
 * characters go.
 */
export const withoutDisguise = (text: string): string => text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')

import { Locale } from '@hongyan/contract/vocabulary/account'
import { currentLocale } from './text.ts'

/** The space between two sentences, which Chinese does not have. */
export const gap = (): string => (currentLocale() === Locale.SimplifiedChinese ? '' : ' ')

/** The space after a title, which full-width punctuation brings itself. */
export const gapAfter = (title: string): string => (/[。：？！]$/u.test(title) ? '' : ' ')

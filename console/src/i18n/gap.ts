import { Locale } from '@hongyan/contract/vocabulary/account'
import { currentLocale } from './text.ts'

/** The space between two sentences, which Chinese does not have. */
export const gap = (): string => (currentLocale() === Locale.SimplifiedChinese ? '' : ' ')

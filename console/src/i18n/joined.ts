import { Locale } from '@hongyan/contract/vocabulary/account'
import { currentLocale } from './text.ts'

/** Joins names in one line. */
export const joined = (names: readonly string[]): string =>
  names.join(currentLocale() === Locale.SimplifiedChinese ? '、' : ', ')

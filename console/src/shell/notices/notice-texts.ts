import type { Notice } from '@hongyan/contract/endpoints/account/notices'
import { currentLocale, formatDate, t } from '../../i18n/text.ts'
import { shownValues } from './shown-values.ts'

export interface NoticeTexts {
  readonly title: string
  readonly text: string
}

const countryName = (iso2: string): string =>
  new Intl.DisplayNames(currentLocale(), { type: 'region' }).of(iso2) ?? iso2

/** The texts of a notice in the current language. */
export function noticeTexts({ kind, values }: Pick<Notice, 'kind' | 'values'>): NoticeTexts {
  const filled = shownValues(values, formatDate, countryName)
  return { title: t(`notices.${kind}`, filled), text: t(`notices.${kind}Text`, filled) }
}

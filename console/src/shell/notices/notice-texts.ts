import type { Notice } from '@hongyan/contract/endpoints/account/notices'
import { formatDate, t } from '../../i18n/text.ts'
import { shownValues } from './shown-values.ts'

export interface NoticeTexts {
  readonly title: string
  readonly text: string
}

/** The texts of a notice in the current language. */
export function noticeTexts({ kind, values }: Pick<Notice, 'kind' | 'values'>): NoticeTexts {
  const filled = shownValues(values, formatDate)
  return { title: t(`notices.${kind}`, filled), text: t(`notices.${kind}Text`, filled) }
}

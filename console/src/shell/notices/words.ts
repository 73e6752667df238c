import type { Notice } from '@hongyan/contract/endpoints/account/notices'
import { formatDate, t } from '../../i18n/text.ts'
import { filling } from './filling.ts'

export interface NoticeWords {
  readonly title: string
  readonly text: string
}

/** The texts of a notice in the current language. */
export function wordsOf({ kind, values }: Pick<Notice, 'kind' | 'values'>): NoticeWords {
  const filled = filling(values, formatDate)
  return { title: t(`notices.${kind}`, filled), text: t(`notices.${kind}Text`, filled) }
}

import { formatDate } from '../../../i18n/text.ts'

/** A day with its year. */
export const dayText = (at: string): string => formatDate(new Date(at), { dateStyle: 'long' })

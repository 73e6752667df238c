import { fieldLabel } from '@hongyan/contract/verification/labels'
import { type ReasonCode, reasonCodes, reasonText } from '@hongyan/contract/verification/reasons'
import { senderReasonText } from '@hongyan/contract/senders/reasons'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import { type VerificationField, verificationFields } from '@hongyan/contract/vocabulary/verification'

/**
 * The refused fields of a notice, each with its cause and remedy. A text message has only the characters of the GSM
 * alphabet, so apostrophes are straight.
 */
export function reasonLines(reasons: string, locale: Locale): string {
  const lines = reasons.split(',').flatMap((reason) => {
    const [field = '', code = ''] = reason.split(':')
    if (!isField(field) || !isCode(code)) return []
    const { what, remedy } = reasonText({ field, code }, locale)
    const label = fieldLabel(field, locale)
    return [locale === 'zh-CN' ? `${label}：${what}${remedy}` : ` ${label}: ${what} ${remedy}`]
  })
  return lines.join('').replaceAll('’', "'")
}

/** The rejected fields of a sender or template, each with its cause and remedy. */
export const senderLines = (reasons: string, locale: Locale): string =>
  reasons
    .split(',')
    .map((reason) => {
      const { what, remedy } = senderReasonText({ code: reason.split(':')[1] ?? '' }, locale)
      return locale === 'zh-CN' ? what + remedy : ` ${what} ${remedy}`
    })
    .join('')
    .replaceAll('’', "'")

const isField = (field: string): field is VerificationField => verificationFields.some((known) => known === field)
const isCode = (code: string): code is ReasonCode => reasonCodes.some((known) => known === code)

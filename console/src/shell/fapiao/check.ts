import type { FapiaoKind } from '@hongyan/contract/vocabulary/payment'
import type { TextId } from '../../i18n/ids.ts'

/** Normalises a typed value to half-width and trims it. */
export const normalised = (typed = ''): string => typed.normalize('NFKC').trim()

type Values = Readonly<Record<string, string>>

const isBetween = (text: string, least: number, most: number): boolean => text.length >= least && text.length <= most

/** Checks a request and returns messages by field (screens S7). A special fapiao also needs the bank. */
export function checkFapiao(kind: FapiaoKind, values: Values): Readonly<Record<string, TextId>> {
  const value = (name: string): string => normalised(values[name])
  const isSpecial = kind === 'special'
  return {
    ...(!isBetween(value('title'), 2, 100) && { title: 'fapiao.nameMissing' as const }),
    ...(!/^[0-9A-Z]{15,20}$/i.test(value('tax_no')) && { tax_no: 'fapiao.taxNoWrong' as const }),
    ...(isSpecial && !isBetween(value('bank'), 2, 100) && { bank: 'fapiao.bankMissing' as const }),
    ...(isSpecial &&
      !/^\d{8,30}$/.test(value('bank_account').replaceAll(' ', '')) && {
        bank_account: 'fapiao.bankAccountWrong' as const,
      }),
    ...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value('email')) && { email: 'fapiao.emailWrong' as const }),
  }
}

import { decimalOf, type Micros, shownMoney } from '@hongyan/contract/money'
import { type Currency, Partition } from '@hongyan/contract/vocabulary/account'
import type { OwnerWords } from '../../gateway/tell-owner.ts'

export interface DisputedPayment {
  readonly partition: Partition
  readonly currency: Currency
  readonly amount: Micros
  /** When it was paid. */
  readonly paidAt: Date
  /** Of the account: the day of the payment is one there. */
  readonly zone: string
}

const signs: Readonly<Record<Currency, string>> = { USD: '$', CNY: '¥' }

/**
 * What the owner of an account hears of a dispute. Accounts do not say their language: mainland ones are written to in
 * Chinese, all others in English.
 */
export function disputeWords({ partition, currency, amount, paidAt, zone }: DisputedPayment): OwnerWords {
  const shown = `${signs[currency]}${shownMoney(decimalOf(amount), 2)}`
  const day = (locale: string): string =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: zone }).format(paidAt)
  if (partition === Partition.Cn) {
    return {
      subject: '您的一笔付款被提出争议',
      text: `发卡行就您在${day('zh-CN')}的付款提出争议，已收回 ${shown}，该金额已从您的鸿雁余额中扣除，银行卡付款暂停。如认可这笔付款，请联系发卡行撤销争议，金额将退回余额；否则请修改密码并联系我们。`,
    }
  }
  return {
    subject: 'A payment of yours is disputed',
    text: `The bank of the card disputes your payment of ${day('en-GB')} and has taken back ${shown}. That amount was taken off your Hongyan balance, and payments by card are paused. If you recognise the payment, please ask the bank to withdraw the dispute; the amount then comes back. If you do not, change your password and contact us.`,
  }
}

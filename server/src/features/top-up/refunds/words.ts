import { decimalOf, type Micros, shownMoney } from '@hongyan/contract/money'
import { type Currency, Partition } from '@hongyan/contract/vocabulary/account'
import type { OwnerWords } from '../../../gateway/tell-owner.ts'

export interface ToldRefund {
  readonly partition: Partition
  readonly currency: Currency
  readonly amount: Micros
  readonly paidOut: Micros
  readonly status: 'done' | 'failed'
}

const signs: Readonly<Record<Currency, string>> = { USD: '$', CNY: '¥' }

/** Accounts do not say their language; mainland ones are written to in Chinese, all others in English. */
export function refundWords({ partition, currency, amount, paidOut, status }: ToldRefund): OwnerWords {
  const shown = (sum: Micros): string => `${signs[currency]}${shownMoney(decimalOf(sum), 2)}`
  if (partition === Partition.Cn) {
    return status === 'done'
      ? {
          subject: '您的退款已完成',
          text: `您申请的退款 ${shown(amount)} 已完成，${shown(paidOut)} 已原路退回。到账时间以支付渠道为准。`,
        }
      : {
          subject: '您的退款未能完成',
          text: `您申请的退款 ${shown(amount)} 未能由支付渠道退回，全部金额（含手续费和已收回的返现）已退回您的鸿雁余额。您可以稍后再试或联系我们。`,
        }
  }
  return status === 'done'
    ? {
        subject: 'Your refund is done',
        text: `Your refund of ${shown(amount)} is done: ${shown(paidOut)} goes back the way you paid. Your bank or wallet may take some days to show it.`,
      }
    : {
        subject: 'Your refund could not be paid out',
        text: `Your refund of ${shown(amount)} could not be paid out. All of it is back on your Hongyan balance, any fee and cashback included. You can try again later or contact us.`,
      }
}

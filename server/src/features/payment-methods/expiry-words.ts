import { Partition } from '@hongyan/contract/vocabulary/account'
import type { OwnerWords } from '../../gateway/tell-owner.ts'

export interface EndingCard {
  readonly partition: Partition
  readonly last4: string
  readonly exp_month: number
  readonly exp_year: number
}

/** Accounts do not say their language; mainland ones are written to in Chinese, all others in English. */
export function expiryWords({ partition, last4, exp_month, exp_year }: EndingCard, days: 30 | 7 | 0): OwnerWords {
  const month = `${String(exp_month).padStart(2, '0')}/${exp_year}`
  if (partition === Partition.Cn) {
    return days === 0
      ? {
          subject: `您尾号 ${last4} 的银行卡已过期`,
          text: `您在鸿雁保存的尾号 ${last4} 的银行卡已于 ${month} 月底过期，自动充值无法再使用它。请在「充值」页面添加新卡。`,
        }
      : {
          subject: `您尾号 ${last4} 的银行卡即将过期`,
          text: `您在鸿雁保存的尾号 ${last4} 的银行卡将于 ${month} 月底过期，届时自动充值无法再使用它。请在此之前于「充值」页面添加新卡。`,
        }
  }
  return days === 0
    ? {
        subject: `Your card ending in ${last4} has expired`,
        text: `The card ending in ${last4} that you keep at Hongyan was valid until the end of ${month}. Auto-recharge cannot charge it any more. Please add a new card on the top-up page.`,
      }
    : {
        subject: `Your card ending in ${last4} is about to expire`,
        text: `The card ending in ${last4} that you keep at Hongyan is valid until the end of ${month}. Auto-recharge cannot charge it after that. Please add a new card on the top-up page before then.`,
      }
}

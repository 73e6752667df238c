import { decimalOf, type Micros, shownMoney } from '@hongyan/contract/money'
import { type Currency, Partition } from '@hongyan/contract/vocabulary/account'
import type { OwnerWords } from '../../gateway/tell-owner.ts'
import type { NoticeKind } from './notices.ts'

/** What the owner is told about. */
export interface Told {
  readonly partition: Partition
  readonly currency: Currency
  readonly amount: Micros
  readonly kind: NoticeKind
  /** Where the amount can be paid in person; null unless it is asked for. */
  readonly link: string | null
}

type Words = Readonly<Record<NoticeKind, (amount: string, link: string) => OwnerWords>>

const signs: Readonly<Record<Currency, string>> = { USD: '$', CNY: '¥' }

/** Of the bank's reasons none is told: some of them speak of fraud. */
const english: Words = {
  again: (amount) => ({
    subject: 'Your balance could not be recharged',
    text: `Your Hongyan balance is low, and the charge of ${amount} for auto-recharge did not go through. We will try again in 24 hours. To send without a break until then, please top up in the console.`,
  }),
  off: (amount) => ({
    subject: 'Auto-recharge is switched off',
    text: `Your Hongyan balance is low, and the bank declined the charge of ${amount} for auto-recharge, which is now switched off. Please top up in the console, and switch it on again with another card.`,
  }),
  confirm: (amount) => ({
    subject: 'Auto-recharge is switched off: please check your card',
    text: `Your Hongyan balance is low, and the bank declined the charge of ${amount} because of the details of the card. Auto-recharge is now switched off. Please check number and expiry, add the card again in the console, and switch auto-recharge on.`,
  }),
  authenticate: (amount, link) => ({
    subject: 'Your bank asks you to confirm a payment',
    text: `Your Hongyan balance is low, and the bank wants you to confirm the charge of ${amount} yourself. Please pay it here within a day: ${link} Auto-recharge is paused until you have paid or saved it again.`,
  }),
  capped: (amount) => ({
    subject: 'Auto-recharge has reached its limit for today',
    text: `Your Hongyan balance is low, and auto-recharge has reached its limit for today. It goes on tomorrow with ${amount}. If you need more before, please top up in the console; if you do not expect so much traffic, look at your messages there.`,
  }),
  card_gone: (amount) => ({
    subject: 'Auto-recharge is switched off: its card is gone',
    text: `Your Hongyan balance is low, and ${amount} could not be charged because the card of auto-recharge is not there any more. Auto-recharge is now switched off. Please top up in the console, and switch it on again with another card.`,
  }),
}

const chinese: Words = {
  again: (amount) => ({
    subject: '自动充值未成功',
    text: `您的鸿雁余额不足，自动充值 ${amount} 的扣款未成功。我们将在 24 小时后再次尝试。为避免发送中断，请先在控制台充值。`,
  }),
  off: (amount) => ({
    subject: '自动充值已关闭',
    text: `您的鸿雁余额不足，自动充值 ${amount} 时银行拒绝了扣款，自动充值已关闭。请在控制台充值，并更换银行卡后重新开启。`,
  }),
  confirm: (amount) => ({
    subject: '自动充值已关闭：请核对银行卡信息',
    text: `您的鸿雁余额不足，自动充值 ${amount} 时银行因卡片信息拒绝了扣款，自动充值已关闭。请核对卡号和有效期，在控制台重新添加银行卡后再开启。`,
  }),
  authenticate: (amount, link) => ({
    subject: '银行需要您确认一笔付款',
    text: `您的鸿雁余额不足，自动充值 ${amount} 需要您本人向银行确认。请在一天内通过此链接付款：${link} 付款或重新保存设置之前，自动充值暂停。`,
  }),
  capped: (amount) => ({
    subject: '自动充值已达今日上限',
    text: `您的鸿雁余额不足，自动充值已达今日上限，明天将继续充值 ${amount}。如需提前使用，请在控制台充值；如果发送量异常，请在控制台查看短信记录。`,
  }),
  card_gone: (amount) => ({
    subject: '自动充值已关闭：银行卡已不存在',
    text: `您的鸿雁余额不足，自动充值所用的银行卡已不存在，未能充值 ${amount}，自动充值已关闭。请在控制台充值，并更换银行卡后重新开启。`,
  }),
}

/** Accounts do not say their language; mainland ones are written to in Chinese, all others in English. */
export function rechargeWords({ partition, currency, amount, kind, link }: Told): OwnerWords {
  const words = partition === Partition.Cn ? chinese : english
  return words[kind](`${signs[currency]}${shownMoney(decimalOf(amount), 2)}`, link ?? '')
}

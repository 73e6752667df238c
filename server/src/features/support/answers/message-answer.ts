import type { Answer } from '@hongyan/contract/endpoints/support/answers'
import type { Message } from '@hongyan/contract/endpoints/messaging/messages'
import { hasPage } from '@hongyan/contract/error-pages'
import { parseMicros, ZERO } from '@hongyan/contract/money'
import type { Currency, Locale } from '@hongyan/contract/vocabulary/account'
import { type MessageMoney, MessageStatus } from '@hongyan/contract/vocabulary/message'
import { messageWords } from '@hongyan/contract/vocabulary/message-words'
import { exactly } from '../../../kit/format.ts'

/** A message as the log presents it, in the currency of its account. */
export type LoggedMessage = Message & { readonly currency: Currency }

/** The meaning of a status without an error. Statuses of a failure have the sentence of their error. */
const meanings: Readonly<Record<Locale, Partial<Record<MessageStatus, string>>>> = {
  en: {
    [MessageStatus.Accepted]: 'We accepted it and it’s about to be sent.',
    [MessageStatus.Queued]: 'It waits to be sent: for its turn, or for the recipient’s sending hours.',
    [MessageStatus.Sending]: 'It’s being handed to the carrier.',
    [MessageStatus.Sent]: 'The carrier has it and hasn’t reported a delivery yet.',
    [MessageStatus.Delivered]: 'A receipt confirms its delivery.',
    [MessageStatus.Read]: 'It was delivered, and the recipient has read it.',
    [MessageStatus.Unknown]: 'The carrier never reported an outcome.',
  },
  'zh-CN': {
    [MessageStatus.Accepted]: '已受理，即将发送。',
    [MessageStatus.Queued]: '正在等待发送：等待次序，或等待收件人当地的可发送时段。',
    [MessageStatus.Sending]: '正在提交给运营商。',
    [MessageStatus.Sent]: '运营商已接收，尚未返回送达结果。',
    [MessageStatus.Delivered]: '已收到送达回执。',
    [MessageStatus.Read]: '已送达，对方已读。',
    [MessageStatus.Unknown]: '运营商始终没有返回结果。',
  },
}

const networkOnly: Readonly<Record<Locale, string>> = {
  en: 'In this country receipts come from the network, so the handset itself didn’t confirm it.',
  'zh-CN': '该国家或地区只有网络回执，手机本身没有确认。',
}

/** Each with the price in place of `$`. */
const costs: Readonly<Record<Locale, Readonly<Record<MessageMoney, string>>>> = {
  en: {
    free: 'It cost nothing.',
    held: '$ is on hold until the outcome is known.',
    charged: '$ was charged, because the carrier accepted it.',
    released: 'It wasn’t charged: the $ on hold was released.',
  },
  'zh-CN': {
    free: '未产生费用。',
    held: '已冻结 $，结果确定后扣费或解冻。',
    charged: '已扣费 $，因为运营商已接收。',
    released: '未扣费：冻结的 $ 已解冻。',
  },
}

function costOf({ money, price, currency }: LoggedMessage, locale: Locale): string {
  const amount = exactly(currency, parseMicros(price) ?? ZERO)
  return costs[locale][money].replace('$', () => amount)
}

const moreText: Readonly<Record<Locale, string>> = { en: 'What to do, in full', 'zh-CN': '查看完整的处理建议' }

function explanationOf({ reason, status, receipt }: LoggedMessage, locale: Locale): readonly string[] {
  if (reason !== null) {
    return reason.todo === '' ? [reason.what] : [reason.what, reason.todo]
  }
  const meaning = meanings[locale][status]
  const isOfNetwork = status === MessageStatus.Delivered && receipt === 'network'
  return [...(meaning === undefined ? [] : [meaning]), ...(isOfNetwork ? [networkOnly[locale]] : [])]
}

const moreOf = ({ reason }: LoggedMessage, locale: Locale): readonly string[] =>
  reason !== null && hasPage(reason.code) ? [`[${moreText[locale]}](/docs/errors/${reason.code})`] : []

/** Explains a message: its status, the cause with the next step, what it cost, and its place in the log. */
export function messageAnswer(message: LoggedMessage, locale: Locale): Answer {
  const status = messageWords(locale).statuses[message.status]
  return {
    kind: 'message',
    id: message.id,
    title: locale === 'zh-CN' ? `发往 ${message.to} 的短信：${status}` : `Message to ${message.to}: ${status}`,
    text: [...explanationOf(message, locale), costOf(message, locale), ...moreOf(message, locale)],
    category: 'delivery',
    path: `/sms/logs?open=${message.id}`,
  }
}

import { MessageScene } from '../vocabulary/message.ts'
import type { TemplateVariable } from '../vocabulary/template.ts'

/** A template of the provider's that every account may send under its own sender. */
export interface PublicTemplateRow {
  /** Its code; `pub_` is reserved for these. */
  readonly id: string
  readonly name: string
  readonly scene: MessageScene
  /** BCP 47. */
  readonly lang: string
  readonly content: string
  readonly variables: readonly TemplateVariable[]
}

const code: TemplateVariable = { name: 'code', type: 'code', max_length: 6, sample: '482913' }
const minutes: TemplateVariable = { name: 'minutes', type: 'number', max_length: 2, sample: '5' }
const order: TemplateVariable = { name: 'order', type: 'id', max_length: 20, sample: 'A20261123' }
const time: TemplateVariable = { name: 'time', type: 'datetime', max_length: 20, sample: '2026-11-23 18:00' }
const amount: TemplateVariable = { name: 'amount', type: 'money', max_length: 12, sample: '128.00' }

const { Verification, Notification } = MessageScene

/** The public templates, in English and in simplified Chinese. */
export const publicTemplates: readonly PublicTemplateRow[] = [
  {
    id: 'pub_code_en',
    name: 'Verification code',
    scene: Verification,
    lang: 'en',
    content: 'Your verification code is {code}. It expires in {minutes} minutes.',
    variables: [code, minutes],
  },
  {
    id: 'pub_sign_in_en',
    name: 'Sign-in code',
    scene: Verification,
    lang: 'en',
    content: '{code} is your sign-in code. Never share it with anyone.',
    variables: [code],
  },
  {
    id: 'pub_order_shipped_en',
    name: 'Order shipped',
    scene: Notification,
    lang: 'en',
    content: 'Your order {order} has shipped and should arrive by {time}.',
    variables: [order, time],
  },
  {
    id: 'pub_payment_received_en',
    name: 'Payment received',
    scene: Notification,
    lang: 'en',
    content: 'We received your payment of {amount} for order {order}. Thank you.',
    variables: [amount, order],
  },
  {
    id: 'pub_appointment_en',
    name: 'Appointment reminder',
    scene: Notification,
    lang: 'en',
    content: 'Reminder: your appointment is on {time}. Please let us know if you cannot make it.',
    variables: [time],
  },
  {
    id: 'pub_code_zh',
    name: '验证码',
    scene: Verification,
    lang: 'zh-CN',
    content: '您的验证码是{code}，{minutes}分钟内有效。请勿告知他人。',
    variables: [code, minutes],
  },
  {
    id: 'pub_sign_in_zh',
    name: '登录验证码',
    scene: Verification,
    lang: 'zh-CN',
    content: '您正在登录，验证码是{code}。如非本人操作，请忽略本短信。',
    variables: [code],
  },
  {
    id: 'pub_order_shipped_zh',
    name: '发货通知',
    scene: Notification,
    lang: 'zh-CN',
    content: '您的订单{order}已发货，预计{time}前送达。',
    variables: [order, time],
  },
  {
    id: 'pub_payment_received_zh',
    name: '到账通知',
    scene: Notification,
    lang: 'zh-CN',
    content: '您的订单{order}已支付{amount}元，感谢您的购买。',
    variables: [order, amount],
  },
  {
    id: 'pub_appointment_zh',
    name: '预约提醒',
    scene: Notification,
    lang: 'zh-CN',
    content: '温馨提醒：您的预约时间为{time}，请准时到达。',
    variables: [time],
  },
]

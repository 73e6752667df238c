import { type ErrorCode, errors, errorWords } from '@hongyan/contract/errors'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import { type MessageMoney, MessageScene, MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { Labels } from '../../../../exports/source.ts'

interface Words {
  readonly statuses: Readonly<Record<MessageStatus, string>>
  readonly scenes: Readonly<Record<MessageScene, string>>
  readonly money: Readonly<Record<MessageMoney, string>>
}

const english: Words = {
  statuses: {
    [MessageStatus.Accepted]: 'Accepted',
    [MessageStatus.Queued]: 'Queued',
    [MessageStatus.Sending]: 'Sending',
    [MessageStatus.Sent]: 'Sent',
    [MessageStatus.Delivered]: 'Delivered',
    [MessageStatus.Undelivered]: 'Undelivered',
    [MessageStatus.Receiving]: 'Receiving',
    [MessageStatus.Received]: 'Received',
    [MessageStatus.Rejected]: 'Rejected',
    [MessageStatus.Failed]: 'Failed',
    [MessageStatus.Read]: 'Read',
    [MessageStatus.Expired]: 'Expired',
    [MessageStatus.Unknown]: 'Unknown',
  },
  scenes: {
    [MessageScene.Verification]: 'Verification',
    [MessageScene.Notification]: 'Notification',
    [MessageScene.Marketing]: 'Marketing',
  },
  money: { held: 'Reserved', charged: 'Charged', released: 'Not charged', free: 'Free' },
}

const chinese: Words = {
  statuses: {
    [MessageStatus.Accepted]: '已受理',
    [MessageStatus.Queued]: '排队中',
    [MessageStatus.Sending]: '发送中',
    [MessageStatus.Sent]: '已发送',
    [MessageStatus.Delivered]: '已送达',
    [MessageStatus.Undelivered]: '未送达',
    [MessageStatus.Receiving]: '接收中',
    [MessageStatus.Received]: '已接收',
    [MessageStatus.Rejected]: '已拒绝',
    [MessageStatus.Failed]: '失败',
    [MessageStatus.Read]: '已读',
    [MessageStatus.Expired]: '已过期',
    [MessageStatus.Unknown]: '状态未知',
  },
  scenes: {
    [MessageScene.Verification]: '验证码',
    [MessageScene.Notification]: '通知',
    [MessageScene.Marketing]: '营销',
  },
  money: { held: '已预留', charged: '已扣费', released: '未扣费', free: '免费' },
}

const channels: Readonly<Record<string, string>> = { sms: 'SMS', whatsapp: 'WhatsApp' }

const isError = (code: string): code is ErrorCode => Object.hasOwn(errors, code)

/** Spells out the values of messages and of their recipients. */
export function messageLabels(language: Locale): Labels {
  const { statuses, scenes, money }: Readonly<Record<keyof Words, Readonly<Record<string, string>>>> =
    language === 'zh-CN' ? chinese : english
  const regions = new Intl.DisplayNames(language, { type: 'region' })
  const countries = new Map<string, string>()
  const country = (iso2: string): string => {
    const name = countries.get(iso2) ?? regions.of(iso2) ?? iso2
    countries.set(iso2, name)
    return name
  }
  const status = (value: string | number): string => statuses[value] ?? String(value)
  return {
    country: (iso2) => country(String(iso2)),
    scene: (value) => scenes[value] ?? String(value),
    status,
    last_status: status,
    money: (value) => money[value] ?? String(value),
    channel: (value) => channels[value] ?? String(value),
    reason: (code) => (isError(String(code)) ? errorWords(String(code) as ErrorCode, language).what : String(code)), // checked before
  }
}

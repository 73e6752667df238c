import type { Locale } from './account.ts'
import { MessageScene, MessageStatus } from './message.ts'

/** The names of statuses and scenes in files, in one language. */
export interface MessageWords {
  readonly statuses: Readonly<Record<MessageStatus, string>>
  readonly scenes: Readonly<Record<MessageScene, string>>
}

const english: MessageWords = {
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
}

const chinese: MessageWords = {
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
}

export const messageWords = (language: Locale): MessageWords => (language === 'zh-CN' ? chinese : english)

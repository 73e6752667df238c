import type { WebhookDelivery, WebhookTest } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { SECOND } from '@hongyan/contract/durations'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import {
  WebhookDeliveryState,
  type WebhookDisabledReason,
  type WebhookFailure,
  type WebhookGroup,
  type WebhookMessages,
  type WebhookSchedule,
  type WebhookState,
} from '@hongyan/contract/vocabulary/webhook'
import type { TextId } from '../../../i18n/ids.ts'
import { formatNumber, t } from '../../../i18n/text.ts'
import type { Tone } from '../../../ui/status.tsx'

interface Look {
  readonly tone: Tone
  readonly title: TextId
}

export const stateLooks: Readonly<Record<WebhookState, Look>> = {
  on: { tone: 'ok', title: 'webhooks.on' },
  off: { tone: 'idle', title: 'webhooks.off' },
  failing: { tone: 'warn', title: 'webhooks.failing' },
  disabled: { tone: 'bad', title: 'webhooks.disabled' },
}

export const reasonTitles: Readonly<Record<WebhookDisabledReason, TextId>> = {
  gone: 'webhooks.reasonGone',
  failures: 'webhooks.reasonFailures',
}

export const deliveryLooks: Readonly<Record<WebhookDeliveryState, Look>> = {
  [WebhookDeliveryState.Pending]: { tone: 'open', title: 'webhooks.pending' },
  [WebhookDeliveryState.Succeeded]: { tone: 'ok', title: 'webhooks.succeeded' },
  [WebhookDeliveryState.Failing]: { tone: 'warn', title: 'webhooks.failing' },
  [WebhookDeliveryState.Failed]: { tone: 'bad', title: 'webhooks.failed' },
}

const failureTitles: Readonly<Record<WebhookFailure, TextId>> = {
  status: 'webhooks.failureStatus',
  redirect: 'webhooks.failureRedirect',
  private: 'webhooks.failurePrivate',
  unresolved: 'webhooks.failureUnresolved',
  refused: 'webhooks.failureRefused',
  tls: 'webhooks.failureTls',
  timeout: 'webhooks.failureTimeout',
  aborted: 'webhooks.failureAborted',
  too_large: 'webhooks.failureTooLarge',
  lost: 'webhooks.failureLost',
  internal: 'webhooks.failureInternal',
}

export const messagesTitles: Readonly<Record<WebhookMessages, TextId>> = {
  final: 'webhooks.final',
  every: 'webhooks.every',
  none: 'webhooks.none',
}

export const groupTitles: Readonly<Record<WebhookGroup, TextId>> = {
  review: 'webhooks.groupReview',
  balance: 'webhooks.groupBalance',
  webhook: 'webhooks.groupWebhook',
  broadcast: 'webhooks.groupBroadcast',
}

export const scheduleTitles: Readonly<Record<WebhookSchedule, TextId>> = {
  standard: 'webhooks.scheduleStandard',
  fast: 'webhooks.scheduleFast',
}

export const scenes = [MessageScene.Verification, MessageScene.Notification, MessageScene.Marketing] as const

export const sceneTitles: Readonly<Record<MessageScene, TextId>> = {
  [MessageScene.Verification]: 'webhooks.verification',
  [MessageScene.Notification]: 'webhooks.notification',
  [MessageScene.Marketing]: 'webhooks.marketing',
}

/** The host of an address, with its port. */
export const hostOf = (url: string): string => new URL(url).host

/** The answer to a try: its HTTP status, or the reason why there is none; null before the first. */
export function answerOf({ code, failure }: Pick<WebhookDelivery | WebhookTest, 'code' | 'failure'>): string | null {
  if (failure === null || failure === 'status') return code === null ? null : String(code)
  return t(failureTitles[failure])
}

/** Milliseconds, or seconds from one second on. */
export const latencyText = (millis: number): string =>
  millis < SECOND ? `${millis} ms` : `${formatNumber(millis / SECOND, { maximumFractionDigits: 1 })} s`

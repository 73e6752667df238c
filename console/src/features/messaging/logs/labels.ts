import type { Message, MessageEvent } from '@hongyan/contract/endpoints/messaging/messages'
import { MessageScene, MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { TextId } from '../../../i18n/ids.ts'
import { formatNumber, t } from '../../../i18n/text.ts'
import type { Tone } from '../../../ui/status.tsx'
import { moneyChoices } from './search.ts'

interface Look {
  readonly tone: Tone
  readonly title: TextId
}

export const statusLooks: Readonly<Record<MessageStatus, Look>> = {
  [MessageStatus.Accepted]: { tone: 'open', title: 'logs.accepted' },
  [MessageStatus.Queued]: { tone: 'open', title: 'logs.queued' },
  [MessageStatus.Sending]: { tone: 'open', title: 'logs.sending' },
  [MessageStatus.Sent]: { tone: 'idle', title: 'logs.sent' },
  [MessageStatus.Delivered]: { tone: 'ok', title: 'logs.delivered' },
  [MessageStatus.Undelivered]: { tone: 'bad', title: 'logs.undelivered' },
  [MessageStatus.Receiving]: { tone: 'open', title: 'logs.receiving' },
  [MessageStatus.Received]: { tone: 'ok', title: 'logs.received' },
  [MessageStatus.Rejected]: { tone: 'bad', title: 'logs.rejected' },
  [MessageStatus.Failed]: { tone: 'bad', title: 'logs.failedOnly' },
  [MessageStatus.Read]: { tone: 'ok', title: 'logs.read' },
  [MessageStatus.Expired]: { tone: 'warn', title: 'logs.expired' },
  [MessageStatus.Unknown]: { tone: 'warn', title: 'logs.unknown' },
}

const { Accepted, Queued, Sending, Sent, Delivered, Read, Undelivered, Rejected, Failed, Expired, Unknown } =
  MessageStatus

interface StatusChoice {
  readonly title: TextId
  readonly values: readonly MessageStatus[]
}

const only = (status: MessageStatus): StatusChoice => ({ title: statusLooks[status].title, values: [status] })

/** The choices of the status filter. The log has no received messages yet, so it offers neither of their statuses. */
const statusChoices: readonly StatusChoice[] = [
  { title: 'logs.waiting', values: [Accepted, Queued, Sending] },
  ...[Accepted, Queued, Sending, Sent, Delivered, Read].map(only),
  { title: 'logs.failed', values: [Undelivered, Rejected, Failed, Expired, Unknown] },
  ...[Undelivered, Rejected, Failed, Expired, Unknown].map(only),
]

/** The choices of the status filter, and the chosen statuses beyond them. */
export const statusChoicesWith = (chosen: readonly MessageStatus[]): readonly StatusChoice[] => [
  ...statusChoices,
  ...chosen.filter((status) => !statusChoices.some(({ values }) => values.includes(status))).map(only),
]

export const sceneTitles: Readonly<Record<MessageScene, TextId>> = {
  [MessageScene.Verification]: 'logs.verification',
  [MessageScene.Notification]: 'logs.notification',
  [MessageScene.Marketing]: 'logs.marketing',
}

export const moneyTitles: Readonly<Record<Message['money'], TextId>> = {
  held: 'logs.held',
  charged: 'logs.charged',
  released: 'logs.released',
  free: 'logs.free',
}

/** The titles of the choices of the filter by money. */
export const moneyChoiceTitles: ReadonlyMap<string, TextId> = new Map([
  [moneyChoices.accepted, 'logs.anyPrice'],
  ...(['charged', 'held', 'released', 'free'] as const).map((money) => [money, moneyTitles[money]] as const),
])

export const sideTitles = {
  customer: 'logs.sideCustomer',
  us: 'logs.sideUs',
  carrier: 'logs.sideCarrier',
  recipient: 'logs.sideRecipient',
} as const satisfies Readonly<Record<NonNullable<Message['reason']>['side'], TextId>>

type Stop = NonNullable<MessageEvent['limit']>

const stopScopes: Readonly<Record<Stop['scope'], TextId>> = {
  recipient: 'logs.limitRecipient',
  recipient_template: 'logs.limitTemplate',
  recipient_content: 'logs.limitContent',
  recipient_signature: 'logs.limitSender',
  day: 'logs.limitAccount',
  country: 'logs.limitCountry',
}

const stopWindows: Readonly<Record<Stop['window'], TextId>> = {
  minute: 'logs.limitMinute',
  hour: 'logs.limitHour',
  day: 'logs.limitDay',
}

/** A limit of the owner that stopped a message, in words. */
export const stopText = ({ scope, window, limit }: Stop): string =>
  t('logs.limitText', { scope: t(stopScopes[scope]), limit: t(stopWindows[window], { number: formatNumber(limit) }) })

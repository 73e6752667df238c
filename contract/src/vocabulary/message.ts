/** Specification section 3, "Message status". 12 is undefined and never emitted. */
export const MessageStatus = {
  Accepted: 0,
  Queued: 1,
  Sending: 2,
  Sent: 3,
  Delivered: 4,
  Undelivered: 5,
  Receiving: 6,
  Received: 7,
  Rejected: 8,
  Failed: 9,
  Read: 10,
  Expired: 11,
  Unknown: 13,
} as const
export type MessageStatus = (typeof MessageStatus)[keyof typeof MessageStatus]

/** Specification section 3, "Message scene". */
export const MessageScene = { Verification: 1, Notification: 2, Marketing: 3 } as const
export type MessageScene = (typeof MessageScene)[keyof typeof MessageScene]

export const MessageType = { Sms: 'sms', Voice: 'voice' } as const
export type MessageType = (typeof MessageType)[keyof typeof MessageType]

/** The money of a message: reserved, charged, given back, or none at all. */
export const messageMoney = ['held', 'charged', 'released', 'free'] as const
export type MessageMoney = (typeof messageMoney)[number]

/** The origin of a fact: the product itself, the result of a submission or query, or a receipt. */
export const eventSources = ['hongyan', 'upstream', 'receipt'] as const
export type EventSource = (typeof eventSources)[number]

/** The channels that carry a message to a phone. */
export const messageChannels = [MessageType.Sms, 'whatsapp'] as const
export type MessageChannel = (typeof messageChannels)[number]

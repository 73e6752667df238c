import { MessageStatus } from '@hongyan/contract/vocabulary/message'

/** SQL: a message `m` was delivered. */
export const IS_DELIVERED = `m.status in (${MessageStatus.Delivered}, ${MessageStatus.Read})`

/** SQL: a message `m` is charged, with the first evidence of its hand-over or with its delivery (semantics D5). */
export const IS_CHARGED = `(m.hold_entry is not null
  and case when m.pay_for_delivered then ${IS_DELIVERED} else m.sent_at is not null end)`

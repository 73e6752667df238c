import type { BroadcastRecipient, broadcasts } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { BroadcastId, MessageId } from '@hongyan/contract/ids'
import { decimalOf, type Micros, ZERO } from '@hongyan/contract/money'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { RecipientState } from '@hongyan/contract/vocabulary/broadcast'
import type { MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { z } from 'zod'
import { type BroadcastRow, keyOf } from '../../../broadcasts/store.ts'
import { alone, statement, type Statement } from '../../../db/tx.ts'
import { explained } from '../../../kit/explained.ts'
import { HIDDEN, maskedNumber } from '../../../kit/masked-number.ts'
import type { BroadcastDeps, Caller } from './deps.ts'
import { requireBroadcast } from './read.ts'
import { readCourse } from './store.ts'

type RecipientQuery = z.output<typeof broadcasts.recipients.query>

interface RecipientRow {
  readonly row: number
  /** E.164; null once the list is deleted. */
  readonly recipient: string | null
  readonly to_last4: string | null
  readonly country: string
  readonly state: RecipientState | null
  readonly message_id: MessageId | null
  readonly status: MessageStatus | null
  readonly error_code: string | null
  readonly parts: number | null
  readonly price: Micros | null
  readonly at: Date | null
}

const SHOWN = `s.state, s.message_id, coalesce(s.status, g.status) as status, s.error_code, g.to_last4, g.parts,
     g.price_micros as price, s.at`
const MESSAGE = 'left join message g on g.account_id = s.account_id and g.id = s.message_id'
const MEMBER = `audience_member m left join broadcast_send s
     on s.account_id = m.account_id and s.broadcast_id = $2 and s.row = m.row ${MESSAGE}
   where m.account_id = $1 and m.audience_id = $3`
const OF_MEMBER = 'm.row, m.recipient, m.country'

/** Every row of the list, in its order. */
const ALL = statement(
  'broadcast_recipient.all',
  `select ${OF_MEMBER}, ${SHOWN} from ${MEMBER} order by m.row limit $4 offset $5`,
)

/**
 * Rows without a message, and those whose message waits for its hand-over. What is behind the position is done, except
 * those that wait for their hours, so the list is read from the first of them on.
 */
const WAITING = statement(
  'broadcast_recipient.waiting',
  `select ${OF_MEMBER}, ${SHOWN} from ${MEMBER} and (s.state is null or s.state = 'waiting')
     and m.row >= least(
       (select position + 1 from broadcast where account_id = $1 and id = $2),
       (select min(row) from broadcast_postponed where account_id = $1 and broadcast_id = $2),
       (select min(row) from broadcast_send where account_id = $1 and broadcast_id = $2 and state = 'waiting'))
   order by m.row limit $4 offset $5`,
)

/** The recipients in another state, which all have a row of their own. The list may be deleted meanwhile. */
const IN_STATE = statement(
  'broadcast_recipient.in_state',
  `select s.row, m.recipient, s.country, ${SHOWN}
   from broadcast_send s ${MESSAGE}
   left join audience_member m on m.account_id = s.account_id and m.audience_id = $3 and m.row = s.row
   where s.account_id = $1 and s.broadcast_id = $2 and s.state = $6 order by s.row limit $4 offset $5`,
)

/** The recipients of a broadcast whose list is deleted. */
const WITHOUT_LIST = statement(
  'broadcast_recipient.without_list',
  `select s.row, null as recipient, s.country, ${SHOWN} from broadcast_send s ${MESSAGE}
   where s.account_id = $1 and s.broadcast_id = $2 order by s.row limit $3 offset $4`,
)

/** A page of a broadcast's recipients in the order of its list, and the number of all in that state. */
export async function listRecipients(
  { pool }: BroadcastDeps,
  { account, locale }: Caller,
  id: BroadcastId,
  query: RecipientQuery,
): Promise<{ readonly rows: BroadcastRecipient[]; readonly total: number }> {
  const db = alone(pool)
  const broadcast = await requireBroadcast({ pool }, { account }, id)
  const [what, values] = pageOf(broadcast, query)
  const [rows, course] = await Promise.all([db.run<RecipientRow>(what, values), readCourse(db, keyOf(broadcast))])
  const inState = (state: RecipientState): number =>
    course.reduce((sum, one) => (one.state === state ? sum + one.recipients : sum), 0)
  const done = inState('sent') + inState('delivered') + inState('failed') + inState('skipped')
  const { state } = query
  const all = broadcast.audience_gone ? done + inState('waiting') : broadcast.recipients
  const total = state === undefined ? all : state === 'waiting' ? all - done : inState(state)
  return { rows: rows.map((row) => present(row, locale)), total }
}

function pageOf(
  { account_id: account, id, audience_id: audience, audience_gone: isGone }: BroadcastRow,
  { state, limit, offset }: RecipientQuery,
): readonly [Statement, readonly unknown[]] {
  if (state === undefined && isGone) return [WITHOUT_LIST, [account, id, limit, offset]]
  const page = [account, id, audience, limit, offset]
  if (state === undefined) return [ALL, page]
  return state === 'waiting' && !isGone ? [WAITING, page] : [IN_STATE, [...page, state]]
}

const present = (row: RecipientRow, locale: Locale): BroadcastRecipient => ({
  row: row.row,
  to: row.recipient === null ? `${HIDDEN}${(row.to_last4 ?? '').slice(-2)}` : maskedNumber(row.recipient),
  country: row.country,
  state: row.state ?? 'waiting',
  message: row.message_id,
  status: row.status,
  reason: explained(row.error_code, locale),
  parts: row.parts ?? 0,
  price: decimalOf(row.price ?? ZERO),
  at: row.at?.toISOString() ?? null,
})

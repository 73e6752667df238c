import type { ErrorCode } from '@hongyan/contract/errors'
import type { AccountId, MessageId, SignatureId } from '@hongyan/contract/ids'
import { mainlandCarriers } from '@hongyan/contract/vocabulary/filing'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import type { Pool } from 'pg'
import { idArray } from '../db/arrays.ts'
import { alone, statement, type Tx } from '../db/tx.ts'
import type { Clock } from '../kit/clock.ts'
import { refusalAfterWait, type Waited } from '../pipeline/after-wait.ts'
import type { DueMessage } from './outbox.ts'
import type { RulesCache } from './rules.ts'

interface Row {
  readonly account: AccountId
  readonly id: MessageId
  readonly country: string
  readonly signature: SignatureId | null
  /** Null for free text. */
  readonly template: string | null
  /** Null where its version was deleted, and for a public template. */
  readonly status: ReviewStatus | null
  readonly checkedAt: Date | null
  readonly isFiled: boolean
  readonly blocked: boolean
  readonly optedOut: number
}

const PUBLIC = "m.template_id like 'pub\\_%'"

/** Each message with its own version of its template, and with the entries of its number on the recipient list. */
const READ = statement(
  'message.after_wait',
  `select m.account_id as account, m.id, m.country, m.signature_id as signature, m.template_id as template,
     case when ${PUBLIC} then ${ReviewStatus.Approved} else v.status end as status, v.checked_at as "checkedAt",
     ${PUBLIC} or (select count(*) from filing f where f.account_id = v.account_id and f.subject_id = v.template_id
       and f.version = v.version and f.state = 'filed') = ${mainlandCarriers.length} as "isFiled", l.blocked, l.opted_out as "optedOut"
   from message m left join template_version v on v.account_id = m.account_id and v.version = m.template_version
       and v.template_id = case when not ${PUBLIC} then m.template_id::uuid end
     cross join lateral (
       select coalesce(bool_or(reason = 'block'), false) as blocked,
         coalesce(bit_or(scenes) filter (where reason = 'opt_out'), 0)::integer as opted_out
       from listed_recipient where account_id = m.account_id and to_hash = m.to_hash) l
   where m.account_id = any($1::uuid[]) and m.id = any($2::uuid[])`,
)

/** The errors of messages that may no longer go out, by account. */
export type Withdrawn = ReadonlyMap<AccountId, ReadonlyMap<MessageId, ErrorCode>>

/** Finds those of due messages that may no longer go out. */
export type FindWithdrawn = (due: readonly DueMessage[]) => Promise<Withdrawn>

export interface WithdrawnDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly rules: Pick<RulesCache, 'ofAccount'>
}

/**
 * Checks messages again that waited for their sending hours: while they did, their number may have been blocked, and
 * their sender, template or country may have been withdrawn.
 */
export function createFindWithdrawn({ pool, clock, rules }: WithdrawnDeps): FindWithdrawn {
  const db = alone(pool)
  return async (due) => {
    const waited = new Map(due.filter((message) => message.waited).map((message) => [message.id, message]))
    if (waited.size === 0) return NONE
    const now = clock.now()
    const rows = await read(db, [...waited.values()])
    const withdrawn = new Map<AccountId, Map<MessageId, ErrorCode>>()
    for (const account of new Set(rows.map((row) => row.account))) {
      const known = await rules.ofAccount(account)
      const errors = new Map<MessageId, ErrorCode>()
      for (const row of rows) {
        const message = waited.get(row.id)
        if (known === null || message === undefined || row.account !== account) continue
        const error = refusalAfterWait(known.rules, present(message, row), now)
        if (error !== null) errors.set(row.id, error)
      }
      if (errors.size > 0) withdrawn.set(account, errors)
    }
    return withdrawn
  }
}

const NONE: Withdrawn = new Map()

const read = (db: Tx, messages: readonly DueMessage[]): Promise<readonly Row[]> =>
  db.run<Row>(READ, [
    idArray([...new Set(messages.map(({ account }) => account))]),
    idArray(messages.map(({ id }) => id)),
  ])

const present = (
  { to, scene }: DueMessage,
  { country, signature, template, status, checkedAt, isFiled, blocked, optedOut }: Row,
): Waited => ({
  to,
  country,
  scene,
  signature,
  template: template === null ? null : { status, isFiled, checkedAt: checkedAt?.getTime() ?? 0 },
  listed: { blocked, optedOut },
})

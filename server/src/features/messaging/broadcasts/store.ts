import type { AccountId, BroadcastId, SignatureId } from '@hongyan/contract/ids'
import { publicTemplates } from '@hongyan/contract/senders/public-templates'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import type { BroadcastStep, InterruptReason, RecipientState } from '@hongyan/contract/vocabulary/broadcast'
import type { BroadcastKey, BroadcastRow } from '../../../broadcasts/store.ts'
import { statement, type Tx } from '../../../db/tx.ts'
import { firstIdAt } from '../../../kit/ids.ts'

const CURRENCY = statement('broadcast.account_currency', 'select currency from account where id = $1')

export async function readCurrency(tx: Tx, account: AccountId): Promise<Currency> {
  const [row] = await tx.run<{ currency: Currency }>(CURRENCY, [account])
  if (row === undefined) throw new Error(`the account ${account} is gone`)
  return row.currency
}

/** Recipients of a broadcast in one state. */
export interface StateCount {
  readonly id: BroadcastId
  readonly state: RecipientState
  readonly recipients: number
  readonly cost: bigint
}

const STATES = statement(
  'broadcast_count.states',
  `select broadcast_id as id, state, sum(recipients)::integer as recipients, sum(cost_micros)::bigint as cost
   from broadcast_count where account_id = $1 and broadcast_id = any($2::uuid[]) group by 1, 2`,
)

export const readStates = (tx: Tx, account: AccountId, ids: readonly BroadcastId[]): Promise<readonly StateCount[]> =>
  tx.run<StateCount>(STATES, [account, ids])

/** Recipients of a broadcast by country, state and error. */
export interface CourseCount {
  readonly country: string
  readonly state: RecipientState
  /** Empty without one. */
  readonly error: string
  readonly recipients: number
  readonly cost: bigint
}

const COURSE = statement(
  'broadcast_count.course',
  `select country, state, error_code as error, recipients, cost_micros as cost from broadcast_count
    where account_id = $1 and broadcast_id = $2`,
)

export const readCourse = (tx: Tx, { account, id }: BroadcastKey): Promise<readonly CourseCount[]> =>
  tx.run<CourseCount>(COURSE, [account, id])

export interface StepRow {
  readonly at: Date
  readonly step: BroadcastStep
  readonly reason: InterruptReason | null
  readonly by_owner: boolean
}

const STEPS = statement(
  'broadcast_step.of_broadcast',
  `select at, step, reason, by_owner from broadcast_step where account_id = $1 and broadcast_id = $2
   order by at, id`,
)

export const readSteps = (tx: Tx, { account, id }: BroadcastKey): Promise<readonly StepRow[]> =>
  tx.run<StepRow>(STEPS, [account, id])

/**
 * An entry that names a message comes from the log, so the entries of imports are not read. Its id has the moment at
 * which it was made: those from before the broadcast are not read either. Each entry looks its message up: a join might
 * read all messages of the broadcast.
 */
const OPTED_OUT = statement(
  'broadcast.opted_out',
  `select count(*)::integer as people from listed_recipient l
    cross join lateral (
      select broadcast_id from message where account_id = l.account_id and id = l.message_id limit 1) m
    where l.account_id = $1 and l.source = 'log' and l.id >= $3 and l.reason = 'opt_out' and m.broadcast_id = $2`,
)

/** People who opted out with a message of a broadcast. */
export async function countOptedOut(tx: Tx, { account_id, id, created_at }: BroadcastRow): Promise<number> {
  const [row] = await tx.run<{ people: number }>(OPTED_OUT, [account_id, id, firstIdAt(created_at)])
  return row?.people ?? 0
}

/** The names of senders and templates, by the ids and codes that messages have. A template has its own id as well. */
export interface Names {
  readonly signatures: ReadonlyMap<string, string>
  readonly templates: ReadonlyMap<string, { readonly id: string; readonly name: string }>
}

const SIGNATURES = statement(
  'broadcast.signature_names',
  'select id, name from signature where account_id = $1 and id = any($2::uuid[])',
)
const TEMPLATES = statement(
  'broadcast.template_names',
  `select w.name as wanted, t.id, coalesce(v.name, w.name) as name
   from unnest($2::text[]) as w(name)
   join template t on t.account_id = $1 and (t.id::text = w.name or t.id = (
     select c.template_id from template_code c where c.account_id = $1 and c.code = w.name))
   left join template_version v on v.account_id = t.account_id and v.template_id = t.id and v.version = coalesce(t.serving, 1)`,
)

const publicOnes = publicTemplates.map(({ id, name }) => [id, { id, name }] as const)

/** Reads the names that broadcasts refer to. Those of deleted ones are missing. */
export async function readNames(tx: Tx, account: AccountId, rows: readonly BroadcastRow[]): Promise<Names> {
  const senders = [...new Set(rows.flatMap(({ message }) => message.signature ?? []))]
  const templates = [...new Set(rows.flatMap(({ message }) => message.template ?? []))]
  const [named, own] = await Promise.all([
    senders.length === 0 ? [] : tx.run<{ id: SignatureId; name: string }>(SIGNATURES, [account, senders]),
    templates.length === 0 ? [] : tx.run<{ wanted: string; id: string; name: string }>(TEMPLATES, [account, templates]),
  ])
  return {
    signatures: new Map(named.map(({ id, name }) => [id, name])),
    templates: new Map([...own.map(({ wanted, ...template }) => [wanted, template] as const), ...publicOnes]),
  }
}

import type { AccountId } from '@hongyan/contract/ids'
import { statement, type Tx } from '../db/tx.ts'
import type { State } from './changes.ts'

/** Reads a state before and after a write, so that the audit entry holds the difference. */
export interface AuditState {
  /** True where an account has many subjects, each with an id. A call that creates one returns its id. */
  readonly hasIds: boolean
  /** The field that names the newest of several rows. Where a write changes it, the entry holds all of the new row. */
  readonly newest?: string
  /** Names the record of a call whose address has no id: the `subject` to read, which the entry does not show. */
  readonly named?: (call: NamingCall) => string
  /** Null where there is no such subject. */
  readonly read: (tx: Tx, account: AccountId, subject?: string | null) => Promise<State | null>
}

/** The parsed parts of a call in which it may name its record. */
export interface NamingCall {
  readonly query?: unknown
  readonly body?: unknown
}

/** A write whose audit entry has no before and after, with the reason. */
export interface NoState {
  readonly noState: string
}

/**
 * Describes a state that each account has once, read by `sql`: $1 is the account. A leading exclamation mark in a
 * column's name marks a secret value.
 */
export const accountState = (name: string, sql: string): AuditState => {
  const select = selectState(name, sql)
  return { hasIds: false, read: (tx, account) => readOne(tx.run(select, [account])) }
}

/**
 * Describes a state that each subject of an account has, read by `sql`: $1 is the account, $2 the subject's id as text.
 */
export const subjectState = (name: string, sql: string): AuditState => {
  const select = selectState(name, sql)
  return { hasIds: true, read: (tx, account, subject = null) => readOne(tx.run(select, [account, subject])) }
}

/** As `subjectState`, for the newest of a subject's rows. `newest` is the column with the row's own id. */
export const newestState = (name: string, newest: string, sql: string): AuditState => ({
  ...subjectState(name, sql),
  newest,
})

/**
 * As `subjectState`, for records that a call names by fields of its body or query. $2 is a JSON object with these fields.
 */
export const keyedState = (name: string, fields: readonly string[], sql: string): AuditState => ({
  ...subjectState(name, sql),
  hasIds: false,
  named: ({ query, body }) => JSON.stringify({ ...Object(query), ...Object(body) }, [...fields]),
})

/** An amount of micro-units as the decimal that customers read. */
export const decimal = (micros: string): string => `trim_scale(${micros}::numeric / 1000000)`

const selectState = (name: string, sql: string) =>
  statement(`audit.state_${name}`, `select to_jsonb(read_row) as state from (${sql}) read_row`)

async function readOne(rows: Promise<readonly { readonly state: State }[]>): Promise<State | null> {
  const [row] = await rows
  return row?.state ?? null
}

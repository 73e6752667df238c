import type { AccountId, SessionId } from '@hongyan/contract/ids'
import type { Address, EndpointSchemas, ReplyOf } from '@hongyan/contract/endpoint'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { z } from 'zod'
import type { AuditState, NoState } from '../audit/state.ts'
import type { CallKey } from '../limits/answers.ts'
import type { IncomingFile } from '../kit/incoming-file.ts'
import type { SessionCookies } from './session-cookies.ts'

export type Row = EndpointSchemas & { readonly address: Address }
type Rows = Readonly<Record<string, Row>>

/** The account and session of a call. */
export interface Caller {
  readonly account: AccountId
  readonly session: SessionId
  /** A suspended account may create, send, resume and enable no subject (ruling 35). */
  readonly suspended: boolean
}

/** The origin of a call, as far as the network shows it. */
export interface Source {
  /** Noun and verb of the call, such as `session.create`. */
  readonly action: string
  readonly address: string
  readonly userAgent: string
  /** The origin of the console in the browser, which passkeys are bound to; null where it is unknown. */
  readonly origin: string | null
  /** The visitor cookie (ruling 27), where the browser has one. It authenticates no visitor. */
  readonly device: string | null
}

type CallerOf<R> = R extends { readonly access: 'anyone' } ? Caller | null : Caller
type Parsed<R, Part extends string> = R extends { readonly [P in Part]: infer T extends z.ZodType }
  ? z.output<T>
  : undefined

/** A call that the guard and its row's schemas have accepted, without the types of its row. */
export interface PassedCall {
  readonly caller: Caller | null
  readonly source: Source
  readonly requestId: string
  readonly key: CallKey
  /** The language of the response. */
  readonly locale: Locale
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  /** Reads the form of a row that has one: hands its file to `take` as it arrives, then checks its fields. */
  readonly form: <T>(
    take: (file: IncomingFile) => Promise<T>,
  ) => Promise<{ readonly fields: unknown; readonly file: T }>
  readonly cookies: SessionCookies
  /** Sets the number of rows of the whole list (ruling 31), or of those that were counted where it is not exact. */
  readonly total: (rows: number, isExact?: boolean) => void
  /** Sets the key at which the next page of a list begins. */
  readonly next: (before: string) => void
}

/** The same call in the types of its row. */
export interface Call<R> extends PassedCall {
  readonly caller: CallerOf<R>
  readonly params: Parsed<R, 'params'>
  readonly query: Parsed<R, 'query'>
  readonly body: Parsed<R, 'body'>
  readonly form: <T>(
    take: (file: IncomingFile) => Promise<T>,
  ) => Promise<{ readonly fields: Parsed<R, 'form'>; readonly file: T }>
}

type Handlers<R extends Rows> = {
  readonly [K in keyof R]: (call: Call<R[K]>) => ReplyOf<R[K]> | Promise<ReplyOf<R[K]>>
}

/** A row of the REST table with its handler. The caller of `answer` has guarded and parsed the call by `row` before. */
export interface Route {
  readonly row: Row
  /** Called before the body is read; throws where the caller may send none. */
  readonly admit?: (caller: Caller) => Promise<void>
  /** The audit state of a write that has an audit entry. */
  readonly audit?: AuditState | NoState
  readonly answer: (call: PassedCall) => unknown
}

/** The rows that have an audit entry: writes that are not `unaudited`. */
type Audited<R extends Rows> = {
  [K in keyof R]: R[K] extends { readonly address: `GET ${string}` } | { readonly unaudited: true } ? never : K
}[keyof R]

interface Admissions<R extends Rows> {
  /** Called before the server reads the body of a row. */
  readonly admit?: { readonly [K in keyof R]?: (caller: Caller) => Promise<void> }
}

/** The same admission for every row of a noun. */
export const onEveryRow = <const R extends Rows>(
  rows: R,
  admit: (caller: Caller) => Promise<void>,
): { readonly [K in keyof R]: typeof admit } =>
  Object.fromEntries(Object.keys(rows).map((name) => [name, admit])) as { readonly [K in keyof R]: typeof admit } // the keys are those of the rows

type Options<R extends Rows> = Admissions<R> & {
  readonly audit: { readonly [K in Audited<R>]: AuditState | NoState }
}

interface NamedOptions {
  readonly admit: Readonly<Record<string, Route['admit']>>
  readonly audit: Readonly<Record<string, Route['audit']>>
}

/**
 * Gives each row of a noun its handler, and each of its writes the state that its audit entry compares. A row without a
 * handler and a write without `audit` do not compile.
 */
export function implement<const R extends Rows>(
  rows: R,
  handlers: Handlers<R>,
  ...[options = {}]: [Audited<R>] extends [never] ? [options?: Admissions<R>] : [options: Options<R>]
): readonly Route[] {
  const { admit = {}, audit = {} }: Partial<NamedOptions> = options
  return Object.entries(rows).map(([name, row]) => ({
    row,
    ...(admit[name] !== undefined && { admit: admit[name] }),
    ...(audit[name] !== undefined && { audit: audit[name] }),
    answer: handlers[name] as unknown as Route['answer'], // the mapped type pairs each handler with its own row
  }))
}

import type { z } from 'zod'

/** Where a call goes: an HTTP method and a path below /api, with `:name` for parameters. */
export type Address = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

/** Who may call: anyone, or only a signed-in account. */
export type Access = 'anyone' | 'account'

export interface EndpointSchemas {
  readonly access?: Access
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly reply: z.ZodType
  /** Makes something new: with an Idempotency-Key it is done once, however often it is asked (semantics D6). */
  readonly idempotent?: true
  /** Creates, sends, resumes or enables: a suspended account is refused (ruling 35). */
  readonly unlessSuspended?: true
  /** Changes what guards the account: one with a second factor proves it again first (ruling 36). */
  readonly stepUp?: true
  /** Writes nothing that an owner would look for: it stays out of the audit log. */
  readonly unaudited?: true
  /** The reply is a file of this type, to be saved under a name; the schema describes it as `{name, content}`. */
  readonly download?: 'text/csv' | 'application/pdf'
}

/** One row of the REST table: an address and the shapes that travel over it. */
export type Endpoint<S extends EndpointSchemas = EndpointSchemas> = S & { readonly address: Address }

/** Gives each address of one noun its schemas; a missing or a surplus row does not compile. */
export function endpoints<const A extends Record<string, Address>, const S extends { [K in keyof A]: EndpointSchemas }>(
  addresses: A,
  schemas: S & Record<Exclude<keyof S, keyof A>, never>,
): { readonly [K in keyof A]: S[K] & { readonly address: A[K] } } {
  const rows = Object.entries(addresses).map(([name, address]) => [name, { ...schemas[name], address }])
  return Object.fromEntries(rows)
}

type In<T> = T extends z.ZodType ? z.input<T> : undefined

/** What a caller hands over: the params, query and body of a row, those it has. */
export type CallOf<R> = {
  [K in 'params' | 'query' | 'body' as K extends keyof R ? K : never]: K extends keyof R ? In<R[K]> : never
}

/** What a caller gets back. */
export type ReplyOf<R> = R extends { readonly reply: infer T extends z.ZodType } ? z.output<T> : never

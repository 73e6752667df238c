import type { z } from 'zod'

/** An HTTP method and a path below /api, with `:name` for parameters. */
export type Address = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

/** The callers a row admits: everybody, or only signed-in accounts. */
export type Access = 'anyone' | 'account'

export interface EndpointSchemas {
  readonly access?: Access
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** The body is a form (multipart/form-data) with one `file`, and these fields beside it. Such a row has no `body`. */
  readonly form?: z.ZodType
  readonly reply: z.ZodType
  /** Creates a resource. An Idempotency-Key makes repeated requests create it once (semantics D6). */
  readonly idempotent?: true
  /** Creates, sends, resumes or enables, so the server refuses it for a suspended account (ruling 35). */
  readonly unlessSuspended?: true
  /** Changes what guards the account, so an account with a second factor has to step up first (ruling 36). */
  readonly stepUp?: true
  /** Leaves no audit entry, because the call changes nothing the owner would search for. */
  readonly unaudited?: true
  /** The reply is a file of this content type, saved under its name. The schema describes it as `{name, content}`. */
  readonly download?: 'text/csv' | 'application/pdf'
  /** The reply is the address of a file, which the response redirects to (302). The schema describes it as `{url}`. */
  readonly redirect?: true
}

/** Gives each address of one noun its schemas. A missing or a surplus row does not compile. */
export function endpoints<const A extends Record<string, Address>, const S extends { [K in keyof A]: EndpointSchemas }>(
  addresses: A,
  schemas: S & Record<Exclude<keyof S, keyof A>, never>,
): { readonly [K in keyof A]: S[K] & { readonly address: A[K] } } {
  const rows = Object.entries(addresses).map(([name, address]) => [name, { ...schemas[name], address }])
  return Object.fromEntries(rows)
}

type In<T> = T extends z.ZodType ? z.input<T> : undefined

/** The arguments of a call: the params, query and body that its row has. */
export type CallOf<R> = {
  [K in 'params' | 'query' | 'body' as K extends keyof R ? K : never]: K extends keyof R ? In<R[K]> : never
}

/** The reply of a call, as its row's schema parses it. */
export type ReplyOf<R> = R extends { readonly reply: infer T extends z.ZodType } ? z.output<T> : never

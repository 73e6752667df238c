import type { Address, CallOf, ReplyOf } from '@hongyan/contract/endpoint'
import type { table } from '@hongyan/contract/endpoints/table'
import { send, type Call, type Reply } from './call.ts'

type Table = typeof table

/** The arguments of a caller. Where a row needs none, the call may omit them. */
type CallArguments<Row> =
  object extends CallOf<Row> ? [call?: CallOf<Row>, signal?: AbortSignal] : [call: CallOf<Row>, signal?: AbortSignal]

/** One row of the contract as a function. `counted` also returns a list's number of rows and the key of its next page. */
export interface Caller<Row> {
  (...args: CallArguments<Row>): Promise<ReplyOf<Row>>
  counted(...args: CallArguments<Row>): Promise<Omit<Reply, 'body'> & { body: ReplyOf<Row> }>
  readonly address: string
}

type Api = { readonly [Noun in keyof Table]: { readonly [Verb in keyof Table[Noun]]: Caller<Table[Noun][Verb]> } }

function caller(address: Address) {
  const counted = (call: Call = {}, signal?: AbortSignal) => send(address, call, signal)
  return Object.assign(async (call?: Call, signal?: AbortSignal) => (await counted(call, signal)).body, {
    counted,
    address,
  })
}

/**
 * The calls of some nouns as functions. The console does not validate replies: the server's tests prove their shape.
 */
export function callers<Noun extends keyof Table>(
  addresses: Readonly<Record<Noun, Readonly<Record<string, Address>>>>,
): Pick<Api, Noun> {
  const nouns = Object.entries<Readonly<Record<string, Address>>>(addresses).map(([noun, rows]) => [
    noun,
    Object.fromEntries(Object.entries(rows).map(([verb, address]) => [verb, caller(address)])),
  ])
  return Object.fromEntries(nouns) as Pick<Api, Noun> // one for each noun and verb of the table
}

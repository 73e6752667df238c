import type { CallOf, ReplyOf } from '@hongyan/contract/endpoint'
import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { table } from '@hongyan/contract/endpoints/table'
import { send, type Call } from './call.ts'

type Table = typeof table

/** A call without anything to hand over may be made without an argument. */
type Handed<Row> =
  object extends CallOf<Row> ? [call?: CallOf<Row>, signal?: AbortSignal] : [call: CallOf<Row>, signal?: AbortSignal]

/** One row of the contract as a function. `counted` also tells how many rows there are in all (X-Total-Count). */
export interface Caller<Row> {
  (...handed: Handed<Row>): Promise<ReplyOf<Row>>
  counted(...handed: Handed<Row>): Promise<{ body: ReplyOf<Row>; total: number | null }>
  readonly address: string
}

type Api = { readonly [Noun in keyof Table]: { readonly [Verb in keyof Table[Noun]]: Caller<Table[Noun][Verb]> } }

function caller(address: Parameters<typeof send>[0]) {
  const counted = (call: Call = {}, signal?: AbortSignal) => send(address, call, signal)
  return Object.assign(async (call?: Call, signal?: AbortSignal) => (await counted(call, signal)).body, {
    counted,
    address,
  })
}

const nouns = Object.entries(addresses).map(([noun, rows]) => [
  noun,
  Object.fromEntries(Object.entries(rows).map(([verb, address]) => [verb, caller(address)])),
])

/** Every call of the contract, and no other. The server's replies are trusted to have the shape its tests prove. */
export const api = Object.fromEntries(nouns) as Api

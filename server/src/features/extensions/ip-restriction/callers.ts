import { addressOf, plainAddress } from '@hongyan/contract/ip/address'
import { coversAddress, readNetwork } from '@hongyan/contract/ip/network'
import type { IpCaller } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import type { AccountId, CredentialId } from '@hongyan/contract/ids'
import { DAY } from '@hongyan/contract/durations'
import { ipRestriction as limits } from '@hongyan/contract/limits/ip-restriction'
import { statement, type Tx } from '../../../db/tx.ts'
import { compileIpList, type IpVerdict, judgeAddress } from '../../../pipeline/ip-rules.ts'
import type { EntryRow, Settings } from './store.ts'

/** A caller of a credential. */
export interface Caller extends IpCaller {
  readonly credential: CredentialId
}

/** The most counts of uses that are read, the newest first: of a credential and in all. */
const USES = { credential: 20_000, all: 50_000 } as const

/** Uses are counted by hour, so the hour in which the span begins counts as well. */
const CALLERS = statement(
  'ip_restriction.callers',
  `select address, credential, sum(requests)::integer as requests from (
     select u.address, c.id as credential, u.requests
       from credential c cross join lateral (
         select address, requests from credential_use
          where account_id = c.account_id and credential_id = c.id and hour >= date_trunc('hour', $2::timestamptz)
          order by hour desc limit ${USES.credential}) u
      where c.account_id = $1 limit ${USES.all}) uses
    group by address, credential order by requests desc, address limit ${limits.callersRead}`,
)

/** The callers of an account since a moment, the most frequent first. */
export const readCallers = (tx: Tx, account: AccountId, since: Date): Promise<readonly Caller[]> =>
  tx.run<Caller>(CALLERS, [account, since])

/** Joins callers of one address, however it is written. */
function byAddress(callers: readonly Caller[]): readonly IpCaller[] {
  const requests = new Map<string, number>()
  for (const caller of callers) {
    const address = plainAddress(caller.address)
    requests.set(address, (requests.get(address) ?? 0) + caller.requests)
  }
  return [...requests]
    .map(([address, sum]) => ({ address, requests: sum }))
    .toSorted((one, other) => other.requests - one.requests)
}

/** True where the rules refuse calls. */
export const isEnforced = ({ enabled, reportOnly }: Settings): boolean => enabled && !reportOnly

const NONE = compileIpList([])

/** Decides about addresses. Without a credential, only the entries for all of them count. */
export type Judge = (address: string, credential: CredentialId | null) => IpVerdict

/** Returns the function that decides as the send API would, whether or not the rules are in force. */
export function judgeOf({ mode, entries }: Settings): Judge {
  const owners = new Set(entries.map(({ credential }) => credential))
  const listOf = (owner: CredentialId | null) => compileIpList(entries.filter(({ credential }) => credential === owner))
  const lists = new Map([...owners].map((owner) => [owner, listOf(owner)]))
  const shared = lists.get(null) ?? NONE
  return (address, credential) => {
    const own = credential === null ? NONE : (lists.get(credential) ?? NONE)
    return judgeAddress({ mode, shared, own }, address)
  }
}

/** The callers that get through before a change and no longer after it. */
export function cutOff(before: Settings, after: Settings, callers: readonly Caller[]): readonly IpCaller[] {
  if (!isEnforced(after)) return []
  const [then, now] = [judgeOf(before), judgeOf(after)]
  const passes = (judge: Judge, { address, credential }: Caller) => judge(address, credential).passes
  return byAddress(callers.filter((caller) => !passes(now, caller) && (!isEnforced(before) || passes(then, caller))))
}

const names =
  (address: string) =>
  ({ network }: Pick<EntryRow, 'network'>): boolean => {
    const read = readNetwork(network)
    const caller = addressOf(address)
    return read.ok && caller !== null && coversAddress(read.network, caller.family, caller.words)
  }

/** The index of the first entry that denies an address; -1 where none does. */
export const denyingEntry = ({ entries }: Pick<Settings, 'entries'>, address: string): number =>
  entries.findIndex((entry) => entry.effect === 'deny' && names(address)(entry))

/** The callers of the last days that no entry names: what an allow-list may lack. */
export async function suggestedCallers(
  tx: Tx,
  account: AccountId,
  { entries }: Settings,
  now: Date,
): Promise<readonly IpCaller[]> {
  const callers = await readCallers(tx, account, new Date(now.getTime() - limits.suggestedDays * DAY))
  const all = compileIpList(entries)
  const isNamed = (address: string): boolean =>
    judgeAddress({ mode: 'allow', shared: all, own: NONE }, address).entry !== null
  return byAddress(callers)
    .filter(({ address }) => addressOf(address) !== null && !isNamed(address))
    .slice(0, limits.suggested)
}

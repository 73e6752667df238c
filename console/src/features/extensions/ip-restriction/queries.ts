import { SECOND } from '@hongyan/contract/durations'
import { addresses } from '@hongyan/contract/endpoints/addresses'
import type {
  IpCall,
  IpEntry,
  IpLockOut,
  IpRestriction,
  SavedIpRestriction,
} from '@hongyan/contract/endpoints/extensions/ip-restriction'
import { list as limits } from '@hongyan/contract/limits/screens'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { queryClient } from '../../../api/query-client.ts'
import { type List, useList } from '../../../api/use-list.ts'
import { ApiError } from '../../../lib/api-error.ts'

const { get, events } = addresses.ipRestriction

/** Milliseconds between two reads of the rules, their hits and the refused calls. */
const CALM_MILLIS = 5 * SECOND

/** The rules with their hits, read again while they are on screen. */
export function useIpRestriction() {
  const { data, error, refetch } = useQuery({
    queryKey: [get],
    queryFn: ({ signal }) => api.ipRestriction.get({}, signal),
    refetchInterval: CALM_MILLIS,
  })
  return { rules: data, error: data ? null : error, retry: () => void refetch() }
}

/** Shows rules that a call replied with. */
export const keepRules = (rules: IpRestriction): void => void queryClient.setQueryData([get], rules)

/** Refused calls, newest first, read again while they are on screen. */
export const useCalls = (): List<IpCall> =>
  useList({
    key: [events],
    offset: 0,
    page: (offset, signal) => api.ipRestriction.events.counted({ query: { limit: limits.limit, offset } }, signal),
    every: CALM_MILLIS,
  })

const reloadRules = async (): Promise<void> => {
  await Promise.all([get, events].map((address) => queryClient.invalidateQueries({ queryKey: [address] })))
}

/** The newest credentials, which an entry can be for. */
export function useCredentialKeys() {
  const { data } = useQuery({
    queryKey: [addresses.credentials.list, 'keys'],
    queryFn: ({ signal }) => api.credentials.list({ query: { limit: limits.maxLimit, offset: 0 } }, signal),
  })
  return data ?? []
}

type SavedEntry = SavedIpRestriction['entries'][number]

/** A stored entry as it is saved. */
export const savedOf = ({ id, cidr, effect, note, credential }: IpEntry): SavedEntry => ({
  id,
  cidr,
  effect,
  note,
  credential,
})

/** The parts that a change sets; the others stay as they are stored. */
export interface RulesChange {
  readonly enabled?: boolean
  readonly mode?: IpRestriction['mode']
  readonly reportOnly?: boolean
  readonly entries?: readonly SavedEntry[]
}

/** The rules as they were last read. */
export const currentRules = (): IpRestriction | undefined => queryClient.getQueryData<IpRestriction>([get])

/** Saves the rules. After a change elsewhere it shows the current rules and throws. */
async function saveRules(body: SavedIpRestriction): Promise<void> {
  try {
    keepRules(await api.ipRestriction.save({ body }))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'state_conflict') await reloadRules()
    throw error
  }
}

/** The callers that a refused change would cut off; null for any other error. */
function lockOutOf(error: unknown): IpLockOut | null {
  if (!(error instanceof ApiError) || error.code !== 'ip_lock_out') return null
  return error.details as IpLockOut // the contract's details of this error
}

/**
 * Saves a change of the rules, and one that cuts callers off only after `isConfirmed`. False where its author took it
 * back. A refused change that denies the author's own address is thrown, so that the form shows it.
 */
export async function saveChange(
  change: RulesChange,
  isConfirmed: (lockOut: IpLockOut) => Promise<boolean>,
): Promise<boolean> {
  const rules = currentRules() ?? (await api.ipRestriction.get())
  const { version, enabled, mode, reportOnly } = rules
  const { entries = rules.entries.map(savedOf), ...settings } = change
  const body = { version, enabled, mode, reportOnly, ...settings, entries: [...entries] }
  try {
    await saveRules({ ...body, confirmed: false })
  } catch (error) {
    const lockOut = lockOutOf(error)
    if (lockOut === null) throw error
    if (!(await isConfirmed(lockOut))) {
      if (lockOut.own_address !== null) throw error
      return false
    }
    // The same version as before: another session's rules, saved while the customer decided, are not overwritten.
    await saveRules({ ...body, confirmed: true })
  }
  return true
}

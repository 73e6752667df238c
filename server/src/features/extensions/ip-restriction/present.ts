import type { IpCaller, IpEntry, IpRestriction } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import type { CredentialId } from '@hongyan/contract/ids'
import type { EntryRow, Hits, Restriction } from './store.ts'

interface Beside {
  readonly keys: ReadonlyMap<CredentialId, string>
  readonly hits: readonly Hits[]
  readonly callers: readonly IpCaller[]
  readonly ownAddress: string
  readonly strict: boolean
  readonly countries: boolean
}

export function presentRestriction(restriction: Restriction, beside: Beside): IpRestriction {
  const hits = new Map(beside.hits.map((of) => [of.entry, of]))
  const present = ({ id, network, effect, note, credential, created_at }: EntryRow): IpEntry => ({
    id,
    cidr: network,
    effect,
    note,
    credential,
    key: credential === null ? null : (beside.keys.get(credential) ?? null),
    created_at,
    last_hit_at: hits.get(id)?.last_at.toISOString() ?? null,
    hits: hits.get(id)?.hits ?? 0,
  })
  return {
    version: restriction.version,
    enabled: restriction.enabled,
    mode: restriction.mode,
    reportOnly: restriction.reportOnly,
    entries: restriction.entries.map(present),
    revert_at: restriction.trial?.revertAt.toISOString() ?? null,
    reverted_at: restriction.revertedAt?.toISOString() ?? null,
    own_address: beside.ownAddress,
    strict: beside.strict,
    countries: beside.countries,
    callers: [...beside.callers],
  }
}

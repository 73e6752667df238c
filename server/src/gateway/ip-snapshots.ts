import type { AccountId } from '@hongyan/contract/ids'
import type { IpMode } from '@hongyan/contract/vocabulary/ip-restriction'
import { compileIpList, type IpList, type IpRule, type IpRules } from '../pipeline/ip-rules.ts'

/** The rules in force, as `OF_CREDENTIAL` reads them; all null where the account restricts no address. */
export interface IpRow {
  readonly ipMode: IpMode | null
  readonly ipReportOnly: boolean | null
  /** Entries for all credentials, and for this one, as JSON text. */
  readonly ipShared: string | null
  readonly ipOwn: string | null
}

const entries = (which: string): string =>
  `(select json_agg(json_build_object('id', e.id, 'effect', e.effect, 'network', e.network) order by e.nr)::text
      from ip_restriction_entry e where e.account_id = r.account_id and ${which})`

/** The columns of a row `r` of ip_restriction for a credential `c`. */
export const IP_COLUMNS = `r.mode as "ipMode", r.report_only as "ipReportOnly",
     ${entries('e.credential_id is null')} as "ipShared", ${entries('e.credential_id = c.id')} as "ipOwn"`

export interface IpSnapshots {
  readonly of: (account: AccountId, row: IpRow) => IpRules | null
  readonly forget: (account: AccountId) => void
}

const read = (text: string | null): IpList =>
  compileIpList(text === null ? [] : (JSON.parse(text) as readonly IpRule[])) // the shape that `entries` builds

const NONE = read(null)

/** Compiles the rules of credentials. Those of one account share the entries for all. */
export function createIpSnapshots(): IpSnapshots {
  const shared = new Map<AccountId, { readonly text: string; readonly list: IpList }>()

  const sharedOf = (account: AccountId, text: string): IpList => {
    const known = shared.get(account)
    if (known?.text === text) return known.list
    const list = read(text)
    shared.set(account, { text, list })
    return list
  }

  return {
    of(account, { ipMode: mode, ipReportOnly: reportOnly, ipShared, ipOwn }) {
      if (mode === null) return null
      return {
        mode,
        reportOnly: reportOnly ?? false,
        shared: ipShared === null ? NONE : sharedOf(account, ipShared),
        own: ipOwn === null ? NONE : read(ipOwn),
      }
    },
    forget: (account) => void shared.delete(account),
  }
}

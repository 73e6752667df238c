import type { IpCall } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import { type AccountId, CredentialId, IpCallId } from '@hongyan/contract/ids'
import type { CountryOf } from './address-countries.ts'
import { statement, type Tx } from '../../../db/tx.ts'

interface CallRow {
  readonly id: string
  readonly at: Date
  readonly address: string
  readonly credential: string
  readonly key: string | null
  readonly action: string
  readonly calls: number
  readonly refused: boolean
}

const LIST = statement(
  'ip_restriction_call.list',
  `select r.id, r.at, r.address, r.credential_id as credential, c.key, r.action, r.calls, r.refused
     from ip_restriction_call r left join credential c on c.account_id = r.account_id and c.id = r.credential_id
    where r.account_id = $1 order by r.id desc limit $2 offset $3`,
)
const COUNT = statement(
  'ip_restriction_call.count',
  'select count(*)::integer as total from ip_restriction_call where account_id = $1',
)

/** The calls that were refused, or would have been, newest first. */
export async function listCalls(
  tx: Tx,
  account: AccountId,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  countryOf: CountryOf | null,
): Promise<{ readonly rows: IpCall[]; readonly total: number }> {
  const [rows, [counted]] = await Promise.all([
    tx.run<CallRow>(LIST, [account, limit, offset]),
    tx.run<{ readonly total: number }>(COUNT, [account]),
  ])
  const present = ({ id, at, credential, ...row }: CallRow): IpCall => ({
    ...row,
    id: IpCallId.parse(id),
    at: at.toISOString(),
    country: countryOf?.(row.address) ?? null,
    credential: CredentialId.parse(credential),
  })
  return { rows: rows.map(present), total: counted?.total ?? 0 }
}

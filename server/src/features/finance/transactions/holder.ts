import { fullName } from '@hongyan/contract/account'
import type { AccountId } from '@hongyan/contract/ids'
import type { Currency, Partition } from '@hongyan/contract/vocabulary/account'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { FIRST_ID } from '../../../kit/ids.ts'

/** Days in the account's time zone, both included. Null is an open end. */
export interface Range {
  readonly from: string | null
  readonly to: string | null
}

/** The account, and the times that a range of its days covers. */
export interface Holder {
  readonly account: AccountId
  readonly partition: Partition
  readonly currency: Currency
  readonly zone: string
  readonly name: string
  /** Today in its time zone. */
  readonly today: string
  readonly range: Range
  /** The start of the range; year 0 where it has none. */
  readonly begin: Date
  /** The end of the range, exclusive. */
  readonly end: Date
  /** The last entry that is counted into a day. */
  readonly counted: string
}

interface HolderRow {
  readonly partition: Partition
  readonly currency: Currency
  readonly zone: string
  readonly firstname: string
  readonly lastname: string
  readonly realname_name: string
  readonly nickname: string
  readonly email: string | null
  readonly phone: string | null
  readonly today: string
  readonly begin: Date | null
  readonly end: Date | null
  readonly counted: string | null
}

const DAWN = new Date(0)
/** A moment later than every entry. */
const AFTER_EVERY_ENTRY = new Date('2200-01-01T00:00:00Z')

export async function readHolder(db: Kysely<Schema>, account: AccountId, now: Date, range: Range): Promise<Holder> {
  const { rows } = await sql<HolderRow>`
    select partition, currency, time_zone as zone, firstname, lastname, realname_name, nickname, email, phone,
           (${now}::timestamptz at time zone time_zone)::date as today,
           ${range.from}::date::timestamp at time zone time_zone as begin,
           (${range.to}::date + 1)::timestamp at time zone time_zone as end,
           (select through from ledger_roll where account_id = account.id) as counted
      from account where id = ${account}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`there is no account ${account}`)
  const { partition, currency, zone, today } = row
  const [begin, end, counted] = [row.begin ?? DAWN, row.end ?? AFTER_EVERY_ENTRY, row.counted ?? FIRST_ID]
  return { account, partition, currency, zone, name: nameOf(row), today, range, begin, end, counted }
}

/** Documents show the verified name rather than one that the owner typed. */
const nameOf = ({ realname_name, firstname, lastname, nickname, email, phone }: HolderRow): string =>
  [realname_name, fullName(firstname, lastname), nickname, email, phone].find((name) => name !== null && name !== '') ??
  ''

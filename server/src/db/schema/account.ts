import type { AccountId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type {
  AccountStatus,
  Currency,
  Gender,
  Locale,
  Partition,
  TrustLevel,
} from '@hongyan/contract/vocabulary/account'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json } from './json.ts'

/** The texts that an account may send without review: some, all (true) or none. */
export type Wildcard = readonly ('signature' | 'template')[] | boolean | null

export interface AccountTable {
  id: AccountId
  email: string | null
  phone: string | null
  password_hash: string
  partition: Partition
  currency: Currency
  time_zone: string
  /** The language of everything that is sent to the owner. */
  locale: Generated<Locale>
  firstname: Generated<string>
  lastname: Generated<string>
  nickname: Generated<string>
  username: Generated<string>
  realname_name: Generated<string>
  realname_auth: Generated<boolean>
  gender: Generated<Gender>
  activated: Generated<boolean>
  demo: Generated<boolean>
  /** The highest-ranking of the causes below (ruling 12). */
  status: Generated<AccountStatus>
  /** The payments that staff block: a status from 10 on. */
  staff_block: Generated<AccountStatus | null>
  /** True where a dispute blocks cards. */
  card_block: Generated<boolean>
  /** Every status in force, the shown one included. */
  blocks: GeneratedAlways<readonly AccountStatus[]>
  level: Generated<TrustLevel>
  tps: Generated<number>
  credit_enabled: Generated<boolean>
  credit_micros: Generated<Micros>
  pay_for_delivered: Generated<boolean>
  sms_wildcard: Json<Wildcard>
  sms_smpp: Generated<boolean>
  release_channel: Generated<string>
  hash_key: Buffer
  created_at: Date
  changed_at: Generated<Date>
  /** The moment since which an overdue invoice reserves credit for codes. */
  credit_reduced_at: Date | null
  house: Generated<boolean>
  agreed_at: Date | null
}

export interface AccountTables {
  account: AccountTable
}

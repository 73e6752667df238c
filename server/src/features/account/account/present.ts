import { createHash } from 'node:crypto'
import { fullName, maskPhone, shortId } from '@hongyan/contract/account'
import type { Account } from '@hongyan/contract/endpoints/account/account'
import { decimalOf, type Micros, micros, ZERO } from '@hongyan/contract/money'
import { Partition } from '@hongyan/contract/vocabulary/account'
import type { Config } from '../../../config/config.ts'
import type { AccountRow } from './store.ts'

export interface Surroundings {
  readonly avatars: Config['avatars']
  readonly sandbox: boolean
  readonly strictTrust: boolean
}

export const surroundingsOf = ({ avatars, sandbox, trust }: Config): Surroundings => ({
  avatars,
  sandbox,
  strictTrust: trust === 'strict',
})

const CANARY = 'canary'
const AVATAR_SIZE = 128
/** The hash by which each partition's avatar service finds a picture. */
const avatarHash = { [Partition.Us]: 'sha256', [Partition.Cn]: 'md5' } as const

export function presentAccount(row: AccountRow, { avatars, sandbox, strictTrust }: Surroundings): Account {
  return {
    id: row.id,
    suid: shortId(row.id),
    avatar_url: avatarOf(row, avatars),
    firstname: row.firstname,
    lastname: row.lastname,
    fullname: fullName(row.firstname, row.lastname),
    nickname: row.nickname,
    username: row.username || localPartOf(row.email),
    realname_info: { name: row.realname_name },
    realname_auth: row.realname_auth,
    gender: row.gender,
    phone: row.phone,
    shieldPhone: row.phone === null ? null : maskPhone(row.phone),
    email: row.email,
    partition: row.partition,
    currency: row.currency,
    time_zone: row.time_zone,
    locale: row.locale,
    balance_amount: decimalOf(row.balance),
    credit_enabled: row.credit_enabled,
    credit_amount: decimalOf(row.credit_micros),
    credit_balance_amount: decimalOf(creditUsed(row)),
    credit_reduced: row.credit_reduced,
    activated: row.activated,
    demo: row.demo,
    sandbox,
    strict_trust: strictTrust,
    unread_notices: row.unread,
    config: {
      sms_wildcard: wildcardOf(row),
      sms_smpp: row.sms_smpp,
      'release.channel': row.release_channel,
      isCanary: row.release_channel === CANARY,
      acct_status: row.status,
    },
  }
}

/** The name of an owner who gave none: the part of the email before the @. */
const localPartOf = (email: string | null): string => email?.split('@')[0] ?? ''

/** The used part of the credit limit as a negative amount, unpaid invoices included; zero where none is used. */
function creditUsed({ credit_enabled: enabled, balance, billed }: AccountRow): Micros {
  const used = micros(balance + billed)
  return enabled && used < ZERO ? used : ZERO
}

const wildcardOf = ({ sms_wildcard: wildcard }: AccountRow): Account['config']['sms_wildcard'] =>
  typeof wildcard === 'object' ? [...(wildcard ?? [])] : wildcard

/**
 * The address of the owner's picture. The service returns "not found" for unknown people, and the console then draws an
 * avatar itself (ruling 26). Demo accounts have no address, since their people do not exist.
 */
function avatarOf({ id, email, partition, demo }: AccountRow, avatars: Surroundings['avatars']): string | null {
  const base = avatars[partition]
  if (base === null || demo) return null
  const hash = createHash(avatarHash[partition])
    .update(email ?? id)
    .digest('hex')
  return `${base}${hash}?s=${AVATAR_SIZE}&d=404`
}

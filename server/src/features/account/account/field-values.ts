import { type Micros, parseMicros, ZERO } from '@hongyan/contract/money'
import { AccountStatus, TrustLevel } from '@hongyan/contract/vocabulary/account'
import type { Updateable } from 'kysely'
import type { AccountTable } from '../../../db/schema/account.ts'
import { oneOf, wholeNumber } from '../../../kit/command.ts'
import { StartError } from '../../../kit/start-error.ts'

/** The highest rate that can be set; 0 is unlimited. */
const TPS_MAX = 100_000

export const readLevel = (what: string, value: string): TrustLevel => member(what, value, TrustLevel)

export const readTps = (what: string, value: string): number => wholeNumber(what, value, [0, TPS_MAX])

/** An amount of the account's currency, not below zero. */
export function readAmount(what: string, value: string): Micros {
  const amount = parseMicros(value)
  if (amount === null || amount < ZERO) {
    throw new StartError(`${what} must be an amount such as 100 or 0.0085, not "${value}".`)
  }
  return amount
}

type Change = Updateable<AccountTable>

/** The fields that `account set` can change, under the names that owners and the specification use. */
const fields: Readonly<Record<string, (value: string, field: string) => Change>> = {
  credit_enabled: (value, field) => ({ credit_enabled: readFlag(field, value) }),
  credit_amount: (value, field) => ({ credit_micros: readAmount(field, value) }),
  sms_wildcard: (value, field) => ({ sms_wildcard: readWildcard(field, value) }),
  sms_smpp: (value, field) => ({ sms_smpp: readFlag(field, value) }),
  'release.channel': (value, field) => ({ release_channel: oneOf(field, value, ['stable', 'canary']) }),
  acct_status: (value, field) => ({ status: member(field, value, AccountStatus) }),
  realname_auth: (value, field) => ({ realname_auth: readFlag(field, value) }),
  activated: (value, field) => ({ activated: readFlag(field, value) }),
  pay_for_delivered: (value, field) => ({ pay_for_delivered: readFlag(field, value) }),
  tps: (value, field) => ({ tps: readTps(field, value) }),
  level: (value, field) => ({ level: readLevel(field, value) }),
}

/** Throws a StartError that names the field when it is unknown or the value does not fit it. */
export function readChange(field: string, value: string): Change {
  const read = Object.hasOwn(fields, field) ? fields[field] : undefined
  if (read === undefined)
    throw new StartError(`There is no field ${field}; known are ${Object.keys(fields).join(', ')}.`)
  return read(value, field)
}

const readFlag = (field: string, value: string): boolean => oneOf(field, value, ['true', 'false']) === 'true'

/** `true` frees signatures and templates, `false` neither; otherwise the list of free ones. */
function readWildcard(field: string, value: string): string {
  if (value === 'true' || value === 'false') return value
  return JSON.stringify(value.split(',').map((part) => oneOf(field, part.trim(), ['signature', 'template'])))
}

function member<const T extends number>(what: string, value: string, members: Readonly<Record<string, T>>): T {
  const numbers = Object.values(members)
  const found = numbers.find((number) => String(number) === value)
  if (found === undefined) throw new StartError(`${what} must be one of ${numbers.join(', ')}, not "${value}".`)
  return found
}

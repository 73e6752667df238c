import { contact, password as passwordLimits, signIn } from '@hongyan/contract/limits/account'
import { sending } from '@hongyan/contract/limits/messaging'
import { decimalOf } from '@hongyan/contract/money'
import { Currency, homeCountry, Partition, TrustLevel } from '@hongyan/contract/vocabulary/account'
import type { AccountId } from '@hongyan/contract/ids'
import type { Kysely, Transaction } from 'kysely'
import { accountNamed } from '../../../db/account-named.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Clock } from '../../../kit/clock.ts'
import {
  type Arguments,
  type Command,
  oneOf,
  optional,
  type CommandResult,
  required,
  operatorIn,
} from '../../../kit/command.ts'
import { hashPassword } from '../../../kit/password.ts'
import { StartError } from '../../../kit/start-error.ts'
import { changeAccount } from './change.ts'
import { createAccount, homeCurrency, homeZone } from './create.ts'
import { readAmount, readChange, readLevel, readTps } from './field-values.ts'

export interface AccountCommandDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  /** Reads a list of countries, such as `GB,DE` or `all`. Throws a StartError that names what it cannot read. */
  readonly readCountries: (option: string, list: string) => readonly string[]
  readonly enableCountries: (
    tx: Transaction<Schema>,
    account: AccountId,
    countries: readonly string[],
    at: Date,
  ) => Promise<void>
}

const create = async (deps: AccountCommandDeps, args: Arguments): Promise<CommandResult> => {
  const email = readEmail(required(args, 'email'))
  const password = readPassword(required(args, 'password'))
  const partition = oneOf('--partition', required(args, 'partition'), Object.values(Partition))
  const currency = oneOf('--currency', optional(args, 'currency') ?? homeCurrency[partition], Object.values(Currency))
  const balance = readAmount('--balance', optional(args, 'balance') ?? '0')
  const level = readLevel('--level', optional(args, 'level') ?? String(TrustLevel.Verified))
  const tps = readTps('--tps', optional(args, 'tps') ?? String(sending.accountRate))
  const named = deps.readCountries('--countries', optional(args, 'countries') ?? '')
  const abroad = named.filter((country) => country !== homeCountry[partition])
  const fields = { email, partition, currency, balance, level, tps, time_zone: homeZone[partition] }
  const { db, clock } = deps
  const password_hash = await hashPassword(password)
  const id = await db.transaction().execute(async (tx) => {
    const made = await createAccount(tx, clock, { ...fields, password_hash })
    if (made !== null) await deps.enableCountries(tx, made, abroad, clock.now())
    return made
  })
  if (id === null) throw new StartError(`There is an account ${email} already.`)
  return {
    line: `Account ${id} (${email}) has ${decimalOf(balance)} ${currency}.`,
    json: { id, email, partition, currency, balance: decimalOf(balance), level },
    changed: { account: id },
  }
}

const set = async ({ db, clock }: AccountCommandDeps, args: Arguments): Promise<CommandResult> => {
  const [owner = '', field = '', value = ''] = args.positionals
  const operator = operatorIn(args)
  const change = readChange(field, value)
  const id = await accountNamed(db, owner)
  await db.transaction().execute((tx) => changeAccount(tx, { account: id, operator, change }, clock.now()))
  return { line: `${field} of ${owner} is ${value}.`, json: { id, field, value } }
}

function readEmail(email: string): string {
  const spelt = email.trim().toLowerCase()
  if (contact.email.test(spelt) && spelt.length <= signIn.identifierMax) return spelt
  throw new StartError(`--email must be an email address, not "${email}".`)
}

function readPassword(password: string): string {
  if (password.length >= passwordLimits.min && password.length <= signIn.passwordMax) return password
  throw new StartError(`--password must have ${passwordLimits.min} to ${signIn.passwordMax} characters.`)
}

export const accountCommands: readonly Command<AccountCommandDeps>[] = [
  {
    name: 'account create',
    usage:
      '--email <address> --password <password> --partition us|cn [--currency USD|CNY] [--balance <amount>] [--level 0-3] [--tps <parts a second, 0 is unlimited>] [--countries <codes, or all>] [--by <name>] [--json]',
    options: {
      email: 'text',
      password: 'text',
      partition: 'text',
      currency: 'text',
      balance: 'text',
      level: 'text',
      tps: 'text',
      countries: 'text',
    },
    by: 'optional',
    arity: 0,
    run: create,
  },
  {
    name: 'account set',
    usage: '<email> <field> <value> [--by <name>] [--json]',
    options: {},
    by: 'optional',
    arity: 3,
    run: set,
  },
]

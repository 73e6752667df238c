import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { AccountId } from '@hongyan/contract/ids'
import { secondFactor as limits } from '@hongyan/contract/limits/account'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { GuardDeps } from './deps.ts'
import { readRecoveryKey, saveRecoveryCodes, takeRecoveryCode } from './store.ts'

/** The characters of a code: no letters that can be mistaken for digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 3
const GROUP = 4
const KEY_BYTES = 32

type Deps = Pick<GuardDeps, 'clock' | 'secrets'>

/** The secret box's context for the key of an account's recovery codes. */
export const sealedRecoveryKey = (account: string): string => `account ${account} recovery codes`

/** Replaces the account's recovery codes and returns the new ones, the only time they are readable. */
export async function renewRecoveryCodes(
  tx: Transaction<Schema>,
  { clock, secrets }: Deps,
  account: AccountId,
): Promise<string[]> {
  const codes = Array.from({ length: limits.recoveryCodes }, newCode)
  const key = randomBytes(KEY_BYTES).toString('base64')
  await saveRecoveryCodes(tx, {
    account_id: account,
    sealed_key: secrets.seal(key, sealedRecoveryKey(account)),
    hashes: codes.map((code) => hashOf(key, code)),
    made_at: clock.now(),
  })
  return codes
}

/** Spends a recovery code. Returns false unless it is one of the account's unused codes. */
export async function spendRecoveryCode(
  tx: Transaction<Schema>,
  { secrets }: Deps,
  account: AccountId,
  code: string,
): Promise<boolean> {
  const sealed = await readRecoveryKey(tx, account)
  if (sealed === null) return false
  return takeRecoveryCode(tx, account, hashOf(secrets.open(sealed, sealedRecoveryKey(account)), code))
}

const newCode = (): string =>
  Array.from({ length: GROUPS }, () => Array.from({ length: GROUP }, () => ALPHABET[randomInt(32)]).join('')).join('-')

/** Accepts a code in any notation: without its dashes, in lower case, with an O for a zero. */
const plain = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

const hashOf = (key: string, code: string): Buffer =>
  createHmac('sha256', Buffer.from(key, 'base64')).update(plain(code)).digest()

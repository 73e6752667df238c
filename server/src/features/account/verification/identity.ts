import { plainNumber } from '@hongyan/contract/identity-numbers'
import { verification as limits } from '@hongyan/contract/limits/verification'
import type { AccountId } from '@hongyan/contract/ids'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import type { VerificationType, VerificationValues } from '@hongyan/contract/vocabulary/verification'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'
import { openValues } from './sealed.ts'

/** The keyed hashes of an identity: of its number and of its name, and a name of the key that made them. */
export interface IdentityHashes {
  readonly identity_hash: Buffer
  readonly name_hash: Buffer
  readonly hash_key: string
}

/** The number that names the identity: of the person, of the enterprise, or of a country's register. */
function numberOf(type: VerificationType, values: VerificationValues): string {
  const { uscc = '', id_number: id = '', country = '', registration_number: registration = '' } = values
  const numbers = {
    individual: `CN ${id}`,
    enterprise: `CN ${uscc}`,
    business: `${country} ${bare(registration)}`,
    sole_trader: `${country} ${bare(id)}`,
  } as const satisfies Record<VerificationType, string>
  return numbers[type]
}

const bare = (number: string): string => plainNumber(number).replaceAll(/[./-]/g, '')

/** A name without its spelling: case, width, blanks and punctuation. */
const bareName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

export const hashesOf = (secrets: SecretBox, type: VerificationType, values: VerificationValues): IdentityHashes => ({
  identity_hash: secrets.hash(numberOf(type, values), 'verification identity'),
  name_hash: secrets.hash(bareName(values.name ?? ''), 'verification name'),
  hash_key: keyName(secrets),
})

/** Names the key of hashes: two keys have two names. */
const keyName = (secrets: SecretBox): string => secrets.hash('', 'verification key').toString('hex').slice(0, 16)

const AT_ONCE = 500

/** Hashes the identities anew whose hashes were made by another key, as after a leaked key was rotated. */
export async function rehashIdentities(tx: Transaction<Schema>, secrets: SecretBox): Promise<void> {
  const current = keyName(secrets)
  for (let found = AT_ONCE; found === AT_ONCE;) {
    const rows = await tx
      .selectFrom('verification')
      .select(['account_id', 'id', 'type', 'sealed'])
      // Two ranges, which the index finds empty at once.
      .where((is) => is.or([is('hash_key', '<', current), is('hash_key', '>', current)]))
      .limit(AT_ONCE)
      .forUpdate()
      .execute()
    for (const row of rows) {
      const hashes = hashesOf(secrets, row.type, openValues(secrets, row))
      await tx
        .updateTable('verification')
        .set(hashes)
        .where('account_id', '=', row.account_id)
        .where('id', '=', row.id)
        .execute()
    }
    found = rows.length
  }
}

const OPEN = [ReviewStatus.Pending, ReviewStatus.PreApproved, ReviewStatus.Approved]

/** The use of an identity by other accounts. */
export interface IdentityUse {
  /** The most accounts that may have it already do. */
  readonly isUsedUp: boolean
  /** Another account was approved with this number under another name. */
  readonly hasOtherName: boolean
}

/** Locks the identity until the transaction ends, so that two accounts do not both become its last one. */
export async function readIdentityUse(
  tx: Transaction<Schema>,
  account: AccountId,
  { identity_hash: identity, name_hash: name }: IdentityHashes,
): Promise<IdentityUse> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${identity.toString('hex')}, 0))`.execute(tx)
  const rows = await tx
    .selectFrom('verification')
    .select(['account_id', 'status', 'name_hash'])
    .where('identity_hash', '=', identity)
    .where('account_id', '<>', account)
    .where('status', 'in', OPEN)
    .execute()
  return {
    isUsedUp: new Set(rows.map((row) => row.account_id)).size >= limits.accountsOfIdentity,
    hasOtherName: rows.some((row) => row.status === ReviewStatus.Approved && !row.name_hash.equals(name)),
  }
}

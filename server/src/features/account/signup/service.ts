import type { SessionInfo } from '@hongyan/contract/endpoints/account/session'
import type { signup } from '@hongyan/contract/endpoints/account/signup'
import type { AccountId } from '@hongyan/contract/ids'
import type { Locale, Partition } from '@hongyan/contract/vocabulary/account'
import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../../../db/schema.ts'
import type { Caller, PassedCall, Source } from '../../../http/implement.ts'
import type { Clock } from '../../../kit/clock.ts'
import { homePhone, type Identifier } from '../../../kit/identifier.ts'
import type { CodeScope } from '../../../kit/code-scope.ts'
import { hashPassword } from '../../../kit/password.ts'
import { Refusal } from '../../../kit/refusal.ts'

/** The verified contact of a new account. */
export type Contact = { readonly email: string } | { readonly phone: string }

export type NewOwner = Contact & {
  readonly partition: Partition
  readonly password_hash: string
  readonly agreed_at: Date | null
  readonly locale: Locale
  /** The name that the owner gave; empty without one. */
  readonly nickname: string
}

/** The dependencies of signing up; functions of other features are handed in. */
export interface SignupDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  /** Spends a token. Returns false unless it is valid for exactly this scope. */
  readonly spendToken: (tx: Transaction<Schema>, scope: CodeScope, token: string) => Promise<boolean>
  /** True where a token is valid for exactly this scope; asked before a password is hashed for it. */
  readonly isTokenValid: (scope: CodeScope, token: string) => Promise<boolean>
  /** Returns null when another account has the email address or the phone. */
  readonly createAccount: (tx: Transaction<Schema>, owner: NewOwner) => Promise<AccountId | null>
  readonly openSession: (
    tx: Transaction<Schema>,
    owner: { readonly id: AccountId; readonly partition: Partition },
    source: Source,
    before: Caller | null,
  ) => Promise<{ readonly token: string; readonly info: SessionInfo }>
}

type SignUpRequest = z.output<typeof signup.create.body>

/** Opens an account for a verified phone or email address and signs in to it. Throws where another account has it. */
export async function signUp(
  deps: SignupDeps,
  request: SignUpRequest,
  { caller: before, source, locale }: Pick<PassedCall, 'caller' | 'source' | 'locale'>,
) {
  const { partition, password, token, agreed, name: nickname = '' } = request
  const contact = contactOf(request)
  const target: Identifier = 'email' in contact ? contact : { phones: [contact] }
  const scope = { scene: 'verif_signup', target, owner: null } as const
  const invalid = () => new Refusal('invalid_token', { field: 'token' })
  if (!(await deps.isTokenValid(scope, token))) throw invalid()
  const password_hash = await hashPassword(password)
  return deps.db.transaction().execute(async (tx) => {
    if (!(await deps.spendToken(tx, scope, token))) throw invalid()
    const agreedAt = agreed === true ? deps.clock.now() : null
    const owner = { ...contact, partition, password_hash, agreed_at: agreedAt, locale, nickname }
    const id = await deps.createAccount(tx, owner)
    if (id === null) throw new Refusal('account_exists', { field: 'email' in contact ? 'email' : 'phone' })
    return deps.openSession(tx, { id, partition }, source, before)
  })
}

/** The contact of a request. Its schema requires exactly one. */
const contactOf = ({ partition, phone, email = '' }: SignUpRequest): Contact =>
  phone === undefined ? { email: email.toLowerCase() } : { phone: homePhone(phone, partition) }

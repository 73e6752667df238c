import { maskEmail, maskPhone } from '@hongyan/contract/account'
import type { AccountId } from '@hongyan/contract/ids'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { notify } from '../../../notices/notify.ts'
import type { Source } from '../../../http/implement.ts'
import { homePhone, type Identifier } from '../../../kit/identifier.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { ProfileDeps } from './deps.ts'

export type Contact = 'phone' | 'email'

/** What a call asks for: the new value, the token that proves it, and the one that proves a present value. */
export interface Asked {
  readonly kind: Contact
  readonly value: string
  readonly token: string
  readonly rebindVia: Contact | undefined
  readonly rebindToken: string | undefined
}

export interface Asker {
  readonly account: AccountId
  readonly source: Source
}

/** How the account is reached until now. */
type Reached = Readonly<Record<Contact, string | null>> & { readonly partition: Partition }

/**
 * Gives an account a phone or an e-mail address, its first or another one (specification section 7). Whatever is refused
 * spends no token; sessions stay, and the old address hears of it.
 */
export async function changeContact(deps: ProfileDeps, asker: Asker, asked: Asked): Promise<void> {
  const { account, source } = asker
  await deps.db.transaction().execute(async (tx) => {
    const reached = await holdReached(tx, account)
    const value = normalised(asked, reached)
    if (value === reached[asked.kind]) throw new Refusal('invalid_request', sameAs[asked.kind])
    await spendRebind(tx, deps, account, reached, asked)
    const scene = `verif_${reached[asked.kind] === null ? 'bind' : 'change'}_${asked.kind}` as const
    const spent = await deps.spendToken(tx, { scene, target: targetOf(asked.kind, value), owner: account }, asked.token)
    if (!spent) throw new Refusal('invalid_token', { field: 'token' })
    await save(tx, deps, account, { kind: asked.kind, value })
    await deps.liftLock(tx, account, source)
    await notify(txOf(tx), { ...noticeOf(asked.kind, value, reached), account, at: deps.clock.now() })
  })
}

/**
 * To the old one as well, and where there was none to what the account is reached by: whoever is pushed out of an account
 * has no other way to hear of it.
 */
function noticeOf(kind: Contact, value: string, { phone, email }: Reached) {
  const bySms = phone === null ? [] : [{ channel: 'sms', address: phone } as const]
  const byMail = email === null ? [] : [{ channel: 'email', address: email } as const]
  const [old, other] = kind === 'phone' ? [bySms, byMail] : [byMail, bySms]
  const also = old.length > 0 ? old : other
  if (kind === 'phone') return { kind: 'phone_changed', values: { phone: maskPhone(value) }, also } as const
  return { kind: 'email_changed', values: { email: maskEmail(value) }, also } as const
}

const sameAs = {
  phone: { field: 'phone', rule: 'same_phone' },
  email: { field: 'email', rule: 'same_email' },
} as const

/** Changes of one account come one after the other: each asks for a proof of what the one before has left. */
const holdReached = (tx: Transaction<Schema>, account: AccountId): Promise<Reached> =>
  tx
    .selectFrom('account')
    .select(['phone', 'email', 'partition'])
    .where('id', '=', account)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

const normalised = ({ kind, value }: Asked, { partition }: Reached): string =>
  kind === 'phone' ? homePhone(value, partition) : value.toLowerCase()

const targetOf = (kind: Contact, value: string): Identifier =>
  kind === 'phone' ? { phones: [{ phone: value }] } : { email: value }

/** Whoever is reached already proves it first, by a code to what they have. */
async function spendRebind(
  tx: Transaction<Schema>,
  { spendToken }: ProfileDeps,
  account: AccountId,
  reached: Reached,
  { rebindVia, rebindToken }: Asked,
): Promise<void> {
  if (reached.phone === null && reached.email === null) return
  if (rebindVia === undefined) throw new Refusal('missing_params', { field: 'rebindVia' })
  if (rebindToken === undefined) throw new Refusal('missing_params', { field: 'rebindToken' })
  const current = reached[rebindVia]
  if (current === null) throw new Refusal('invalid_request', { field: 'rebindVia' })
  const proof = { scene: `verif_verify_${rebindVia}`, target: targetOf(rebindVia, current), owner: account } as const
  if (!(await spendToken(tx, proof, rebindToken))) throw new Refusal('invalid_token', { field: 'rebindToken' })
}

/** Only its owner gets as far as hearing that another account has it: the code was sent to them. */
async function save(
  tx: Transaction<Schema>,
  deps: ProfileDeps,
  account: AccountId,
  { kind, value }: Pick<Asked, 'kind' | 'value'>,
): Promise<void> {
  const contact = kind === 'phone' ? { phone: value } : { email: value }
  if (!(await deps.saveContact(tx, account, contact))) throw new Refusal('contact_taken', { field: kind })
}

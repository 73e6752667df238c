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

/** A new phone or email address, with the tokens that verify it and a current one. */
export interface ContactChange {
  readonly kind: Contact
  readonly value: string
  readonly token: string
  readonly rebindVia: Contact | undefined
  readonly rebindToken: string | undefined
}

export interface ContactOwner {
  readonly account: AccountId
  readonly source: Source
}

/** The current phone and email address. */
type CurrentContacts = Readonly<Record<Contact, string | null>> & { readonly partition: Partition }

/**
 * Sets the phone or email address of an account, its first or another one (specification section 7). A refusal spends
 * no token. Sessions stay, and the former address is notified.
 */
export async function changeContact(deps: ProfileDeps, owner: ContactOwner, change: ContactChange): Promise<void> {
  const { account, source } = owner
  await deps.db.transaction().execute(async (tx) => {
    const current = await lockContacts(tx, account)
    const value = normalised(change, current)
    if (value === current[change.kind]) throw new Refusal('invalid_request', sameAs[change.kind])
    await spendRebind(tx, deps, account, current, change)
    const scene = `verif_${current[change.kind] === null ? 'bind' : 'change'}_${change.kind}` as const
    const spent = await deps.spendToken(
      tx,
      { scene, target: targetOf(change.kind, value), owner: account },
      change.token,
    )
    if (!spent) throw new Refusal('invalid_token', { field: 'token' })
    await save(tx, deps, account, { kind: change.kind, value })
    await deps.liftLock(tx, account, source)
    await notify(txOf(tx), { ...noticeOf(change.kind, value, current), account, at: deps.clock.now() })
  })
}

/**
 * Makes the notice of a change. It also goes to the former address, or where there was none, to the other contact.
 * Otherwise an owner whose account was taken over would not be notified.
 */
function noticeOf(kind: Contact, value: string, { phone, email }: CurrentContacts) {
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

/**
 * Locks the account's contacts, so that changes of one account run one after the other and each checks the current
 * contacts.
 */
const lockContacts = (tx: Transaction<Schema>, account: AccountId): Promise<CurrentContacts> =>
  tx
    .selectFrom('account')
    .select(['phone', 'email', 'partition'])
    .where('id', '=', account)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

const normalised = ({ kind, value }: ContactChange, { partition }: CurrentContacts): string =>
  kind === 'phone' ? homePhone(value, partition) : value.toLowerCase()

const targetOf = (kind: Contact, value: string): Identifier =>
  kind === 'phone' ? { phones: [{ phone: value }] } : { email: value }

/** An account with a phone or email address must verify one of them first, by a code sent there. */
async function spendRebind(
  tx: Transaction<Schema>,
  { spendToken }: ProfileDeps,
  account: AccountId,
  current: CurrentContacts,
  { rebindVia, rebindToken }: ContactChange,
): Promise<void> {
  if (current.phone === null && current.email === null) return
  if (rebindVia === undefined) throw new Refusal('missing_params', { field: 'rebindVia' })
  if (rebindToken === undefined) throw new Refusal('missing_params', { field: 'rebindToken' })
  const value = current[rebindVia]
  if (value === null) throw new Refusal('invalid_request', { field: 'rebindVia' })
  const scope = {
    scene: `verif_verify_${rebindVia}`,
    target: targetOf(rebindVia, value),
    owner: account,
  } as const
  if (!(await spendToken(tx, scope, rebindToken))) throw new Refusal('invalid_token', { field: 'rebindToken' })
}

/**
 * Saves the value. Only the owner of the new address can learn that another account has it: the code was sent there.
 */
async function save(
  tx: Transaction<Schema>,
  deps: ProfileDeps,
  account: AccountId,
  { kind, value }: Pick<ContactChange, 'kind' | 'value'>,
): Promise<void> {
  const contact = kind === 'phone' ? { phone: value } : { email: value }
  if (!(await deps.saveContact(tx, account, contact))) throw new Refusal('contact_taken', { field: kind })
}

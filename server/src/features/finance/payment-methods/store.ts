import { createHash } from 'node:crypto'
import type { AccountId, PaymentMethodId } from '@hongyan/contract/ids'
import { type PaymentMethodStatus } from '@hongyan/contract/vocabulary/payment'
import type { Kysely, Selectable, Transaction, UpdateObject } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { PaymentMethodTable } from '../../../db/schema/payment-methods.ts'
import type { KeptCard, OfferedCards } from '../../../providers/payments/cards.ts'

export type CardRow = Selectable<PaymentMethodTable>

/** The cards of an account at one provider. Cards of the sandbox and of a real provider never mix. */
export interface Wallet extends Pick<OfferedCards, 'channel' | 'test'> {
  readonly account: AccountId
}

const inWallet = ({ account, channel, test }: Wallet) => ({ account_id: account, channel, test })

export async function readCards(db: Kysely<Schema>, wallet: Wallet): Promise<readonly CardRow[]> {
  return db
    .selectFrom('payment_method')
    .selectAll()
    .where((is) => is.and(inWallet(wallet)))
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
}

export async function readCustomer(db: Kysely<Schema>, wallet: Wallet): Promise<string | null> {
  const found = await db
    .selectFrom('payment_customer')
    .select('remote_id')
    .where((is) => is.and(inWallet(wallet)))
    .executeTakeFirst()
  return found?.remote_id ?? null
}

/** Saves the provider's id of the account, unless one is saved already. */
export async function keepCustomer(db: Kysely<Schema>, wallet: Wallet, remote: string, now: Date): Promise<void> {
  await db
    .insertInto('payment_customer')
    .values({ ...inWallet(wallet), remote_id: remote, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Locks the account's cards until the transaction ends. Callers take this lock before that of any card. */
export async function lockWallet(tx: Transaction<Schema>, wallet: Wallet): Promise<void> {
  await tx
    .selectFrom('payment_customer')
    .select('remote_id')
    .where((is) => is.and(inWallet(wallet)))
    .forUpdate()
    .execute()
}

export async function lockCard(
  tx: Transaction<Schema>,
  wallet: Wallet,
  id: PaymentMethodId,
): Promise<CardRow | undefined> {
  return tx
    .selectFrom('payment_method')
    .selectAll()
    .where((is) => is.and({ ...inWallet(wallet), id }))
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks the account's card with the same number and status. */
export async function findTwin(
  tx: Transaction<Schema>,
  wallet: Wallet,
  { fingerprint }: KeptCard,
  status: PaymentMethodStatus,
): Promise<CardRow | undefined> {
  if (fingerprint === null) return undefined
  return tx
    .selectFrom('payment_method')
    .selectAll()
    .where((is) => is.and({ ...inWallet(wallet), status, fingerprint: markOf(fingerprint) }))
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function countCards(db: Kysely<Schema>, wallet: Wallet): Promise<number> {
  const { cards } = await db
    .selectFrom('payment_method')
    .select((is) => is.fn.countAll<bigint>().as('cards'))
    .where((is) => is.and(inWallet(wallet)))
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(cards)
}

/** The columns of a saved card. */
export const columnsOf = (card: KeptCard, setupId: string) => ({
  remote_id: card.remoteId,
  last4: card.last4,
  exp_month: card.expMonth,
  exp_year: card.expYear,
  brand: card.brand,
  fingerprint: card.fingerprint === null ? null : markOf(card.fingerprint),
  setup_id: setupId,
})

const markOf = (fingerprint: string): Buffer => createHash('sha256').update(fingerprint).digest()

export async function insertCard(
  tx: Transaction<Schema>,
  wallet: Wallet,
  row: Pick<CardRow, 'id' | 'customer' | 'status' | 'created_at'> & ReturnType<typeof columnsOf>,
): Promise<CardRow> {
  return tx
    .insertInto('payment_method')
    .values({ ...inWallet(wallet), ...row })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateCard(
  db: Kysely<Schema>,
  { account_id, id }: Pick<CardRow, 'account_id' | 'id'>,
  values: UpdateObject<Schema, 'payment_method'>,
): Promise<CardRow> {
  return db
    .updateTable('payment_method')
    .set(values)
    .where((is) => is.and({ account_id, id }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Saves the owner's consent that auto-recharge charges the card. */
export async function saveConsent(
  tx: Transaction<Schema>,
  card: Pick<CardRow, 'account_id' | 'id'>,
  { at, address, text }: { readonly at: Date; readonly address: string; readonly text: string },
): Promise<void> {
  await updateCard(tx, card, { consent_at: at, consent_address: address, consent_text: text })
}

/** Makes the card the default one where there is none. */
export async function defaultIfNone(tx: Transaction<Schema>, wallet: Wallet, card: CardRow): Promise<CardRow> {
  const chosen = await tx
    .selectFrom('payment_method')
    .select('id')
    .where((is) => is.and({ ...inWallet(wallet), is_default: true }))
    .executeTakeFirst()
  return chosen === undefined ? updateCard(tx, card, { is_default: true }) : card
}

export async function clearDefault(tx: Transaction<Schema>, wallet: Wallet): Promise<void> {
  await tx
    .updateTable('payment_method')
    .set({ is_default: false })
    .where((is) => is.and({ ...inWallet(wallet), is_default: true }))
    .execute()
}

/** Queues a removed card for deletion at its provider. */
export async function toForget(tx: Kysely<Schema>, wallet: Wallet, remoteId: string, now: Date): Promise<void> {
  await tx
    .insertInto('card_to_forget')
    .values({ ...inWallet(wallet), remote_id: remoteId, due_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** True if auto-recharge charges this card. */
export async function isInUse(tx: Transaction<Schema>, { account_id, id }: CardRow): Promise<boolean> {
  const used = await tx
    .selectFrom('auto_recharge')
    .select('pm_id')
    .where((is) => is.and({ account_id, pm_id: id, enabled: true }))
    .executeTakeFirst()
  return used !== undefined
}

import type { PaymentMethodId } from '@hongyan/contract/ids'
import { card as limits } from '@hongyan/contract/limits/finance'
import { PaymentMethodStatus } from '@hongyan/contract/vocabulary/payment'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { KeptCard, SaveCardResult } from '../../../providers/payments/cards.ts'
import type { PaymentMethodDeps } from './deps.ts'
import * as store from './store.ts'
import type { CardRow, Wallet } from './store.ts'

type Settling = Pick<PaymentMethodDeps, 'db' | 'clock'>

/** A card that its provider has saved. */
export interface SavedCard {
  readonly id: PaymentMethodId
  readonly customer: string
  readonly answer: Extract<SaveCardResult, { readonly kind: 'saved' | 'authenticate' }>
}

/**
 * Stores a card that its provider has saved. A card that the account has already is updated instead. Of two pending
 * attempts at the same card, the later one counts.
 */
export async function keepCard({ db, clock }: Settling, wallet: Wallet, taken: SavedCard): Promise<CardRow | null> {
  const { answer } = taken
  const status = answer.kind === 'saved' ? PaymentMethodStatus.Active : PaymentMethodStatus.Pending
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    await store.lockWallet(tx, wallet)
    const twin = await store.findTwin(tx, wallet, answer.card, status)
    if (twin !== undefined) return renew(tx, wallet, twin, taken, now)
    if ((await store.countCards(tx, wallet)) >= limits.most) {
      await store.toForget(tx, wallet, answer.card.remoteId, now)
      return null
    }
    const { id, customer } = taken
    const columns = store.columnsOf(answer.card, answer.setupId)
    const row = await store.insertCard(tx, wallet, { id, customer, status, created_at: now, ...columns })
    return status === PaymentMethodStatus.Active ? store.defaultIfNone(tx, wallet, row) : row
  })
}

/** Updates a known card with the provider's new id of it, and queues the old id for deletion at the provider. */
async function renew(
  tx: Transaction<Schema>,
  wallet: Wallet,
  twin: CardRow,
  { customer, answer }: Pick<SavedCard, 'customer' | 'answer'>,
  now: Date,
): Promise<CardRow> {
  if (twin.remote_id !== answer.card.remoteId) await store.toForget(tx, wallet, twin.remote_id, now)
  const columns = store.columnsOf(answer.card, answer.setupId)
  return store.updateCard(tx, twin, { ...columns, customer, expiry_told: null })
}

/** Settles the outcome of an authentication; does nothing while it is open. */
export async function settle(deps: Settling, row: CardRow, answer: SaveCardResult): Promise<void> {
  if (answer.kind === 'saved') await activate(deps, row, answer.card, answer.setupId)
  const unknown = answer.kind === 'refused' && answer.reason === 'resource_missing'
  if (answer.kind === 'declined' || unknown) await drop(deps, row)
}

const walletOf = ({ account_id, channel, test }: CardRow): Wallet => ({ account: account_id, channel, test })

async function activate({ db, clock }: Settling, row: CardRow, card: KeptCard, setupId: string): Promise<void> {
  const wallet = walletOf(row)
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await store.lockWallet(tx, wallet)
    const pending = await lockPending(tx, wallet, row, setupId)
    if (pending === undefined) return
    const twin = await store.findTwin(tx, wallet, card, PaymentMethodStatus.Active)
    if (twin !== undefined) {
      await store.updateCard(tx, pending, { removed_at: now })
      const answer = { kind: 'saved', card, setupId } as const
      await renew(tx, wallet, twin, { customer: pending.customer, answer }, now)
      return
    }
    const columns = { ...store.columnsOf(card, setupId), status: PaymentMethodStatus.Active }
    await store.defaultIfNone(tx, wallet, await store.updateCard(tx, pending, columns))
  })
}

/** Removes a pending card. Its provider never attached it, so nothing has to be deleted there. */
export async function drop({ db, clock }: Settling, row: CardRow): Promise<void> {
  const wallet = walletOf(row)
  await db.transaction().execute(async (tx) => {
    await store.lockWallet(tx, wallet)
    const pending = await lockPending(tx, wallet, row, row.setup_id)
    if (pending !== undefined) await store.updateCard(tx, pending, { removed_at: clock.now() })
  })
}

/** Locks the pending card, unless it has been settled or a later attempt has replaced it. */
async function lockPending(
  tx: Transaction<Schema>,
  wallet: Wallet,
  { id }: CardRow,
  setupId: string | null,
): Promise<CardRow | undefined> {
  const row = await store.lockCard(tx, wallet, id)
  return row?.status === PaymentMethodStatus.Pending && row.setup_id === setupId ? row : undefined
}

/** Makes the card the default one. */
export async function makeDefault({ db }: Settling, wallet: Wallet, id: PaymentMethodId): Promise<CardRow> {
  return db.transaction().execute(async (tx) => {
    await store.lockWallet(tx, wallet)
    const row = await store.lockCard(tx, wallet, id)
    if (row === undefined) throw new Refusal('not_found')
    if (row.status !== PaymentMethodStatus.Active) throw new Refusal('invalid_request', { field: 'id' })
    await store.clearDefault(tx, wallet)
    return store.updateCard(tx, row, { is_default: true })
  })
}

/**
 * Removes a card, unless auto-recharge uses it. If it was the default one, the newest other card becomes the default.
 */
export async function removeCard({ db, clock }: Settling, wallet: Wallet, id: PaymentMethodId): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await store.lockWallet(tx, wallet)
    const row = await store.lockCard(tx, wallet, id)
    if (row === undefined) throw new Refusal('not_found')
    if (await store.isInUse(tx, row)) throw new Refusal('card_in_use')
    await store.updateCard(tx, row, { removed_at: now, is_default: false })
    await store.toForget(tx, wallet, row.remote_id, now)
    const others = await store.readCards(tx, wallet)
    const next = others.findLast(({ status }) => status === PaymentMethodStatus.Active)
    if (row.is_default && next !== undefined) await store.updateCard(tx, next, { is_default: true })
  })
}

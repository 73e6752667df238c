import type { RefundOffer } from '@hongyan/contract/endpoints/finance/refunds'
import type { AccountId, TransactionId } from '@hongyan/contract/ids'
import { refund as limits } from '@hongyan/contract/limits/finance'
import { decimalOf, type Micros, micros, ZERO } from '@hongyan/contract/money'
import { type RefundTerms, refundTerms } from '@hongyan/contract/refund'
import type { RefundRefusal } from '@hongyan/contract/vocabulary/payment'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { txOf } from '../../db/tx.ts'
import { Refusal } from '../../kit/refusal.ts'
import { type Charge, ledger } from '../../ledger/ledger.ts'
import type { OfferedChannels } from '../../providers/payments/offered.ts'
import type { PaymentDeps } from '../deps.ts'
import { type PaidOrder, findOrder, hasEntry, isPaid, readRefunds, type RefundRow, refundsOfDay } from './store.ts'

/** The terms of a refund, and the reason where it is refused. */
export interface RefundCase {
  readonly terms: RefundTerms
  readonly refusal: RefundRefusal | null
}

/** Returns the current terms of a refund of the account's payment. */
export async function offerRefund(deps: PaymentDeps, account: AccountId, id: TransactionId): Promise<RefundOffer> {
  const charge = await findPaidOrder(deps.db, account, id)
  const { terms, refusal } = await deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => caseOf(tx, deps, charge))
  return {
    currency: charge.currency,
    channel: charge.channel,
    refundable: decimalOf(terms.refundable),
    fee_percent: terms.feePercent,
    refunded_late: decimalOf(terms.refundedLate),
    fees_taken: decimalOf(terms.feesTaken),
    fee_from: new Date(charge.paid_at.getTime() + limits.freeFor + 1).toISOString(),
    clawback: decimalOf(terms.clawback),
    withheld: decimalOf(terms.withheld),
    refusal,
  }
}

/**
 * Finds a paid order of the account. Money that staff credited has no order and no channel, so it cannot be refunded.
 */
export async function findPaidOrder(db: Kysely<Schema>, account: AccountId, id: TransactionId): Promise<PaidOrder> {
  const order = await findOrder(db, account, id)
  if (order === null) throw new Refusal((await hasEntry(db, account, id)) ? 'refund_not_allowed' : 'not_found')
  if (!isPaid(order)) throw new Refusal('refund_not_allowed')
  return order
}

/** Computes the terms in the caller's transaction. To book a refund by them, lock the balance and the order first. */
export async function caseOf(
  tx: Transaction<Schema>,
  { channels, clock }: Pick<PaymentDeps, 'channels' | 'clock'>,
  charge: PaidOrder,
): Promise<RefundCase> {
  const { account_id: account } = charge
  const [owner, before, charges] = [
    await readOwner(tx, account),
    await readRefunds(tx, charge),
    await ledger.charges(txOf(tx), account),
  ]
  // The provider keeps no fee of refunds that are made there.
  const own = before.filter(({ source }) => source === 'owner')
  // The first refund of a payment takes all of its cashback back.
  const cashback = before.length > 0 || charge.cashback_micros === null ? ZERO : charge.cashback_micros
  const posted = charge.cashback_entry !== null
  const terms = refundTerms({
    ...partsOf(charges, charge.entry, owner.held),
    cashback,
    cashbackFund: posted ? owner.cashback : micros(owner.cashback + cashback),
    ...lateSums(own, charge.paid_at),
    paidAt: charge.paid_at,
    now: clock.now(),
  })
  const isOpen = before.some(({ status }) => status === 'pending')
  const isTooOften = own.length >= limits.perCharge || (await refundsOfDay(tx, account, clock.now())) >= limits.perDay
  const isOver = isOpen || terms.refundable === ZERO
  return { terms, refusal: refusalOf(charge, channels, { isVerified: owner.verified, isOver, isTooOften }) }
}

/** The charge's refunds that were made after the free days, and their fees. */
function lateSums(before: readonly RefundRow[], paidAt: Date): Pick<RefundTerms, 'refundedLate' | 'feesTaken'> {
  const late = before.filter(({ begun_at: at }) => at.getTime() - paidAt.getTime() > limits.freeFor)
  return {
    refundedLate: micros(late.reduce((sum, { amount_micros: amount }) => sum + amount, 0n)),
    feesTaken: micros(late.reduce((sum, { fee_micros: fee }) => sum + fee, 0n)),
  }
}

interface RefundFacts {
  readonly isVerified: boolean
  /** True while a refund is open, or where nothing is left to refund. */
  readonly isOver: boolean
  readonly isTooOften: boolean
}

function refusalOf(
  { channel, test }: PaidOrder,
  channels: OfferedChannels,
  { isVerified, isOver, isTooOften }: RefundFacts,
): RefundRefusal | null {
  if (!isVerified) return 'not_verified'
  if (isOver) return 'refund_not_allowed'
  if (isTooOften) return 'too_many_refunds'
  // No real channel knows a payment of sandbox mode, and the sandbox knows no real one.
  return channels.get(channel)?.test === test ? null : 'channel_unavailable'
}

/** Usage is paid from the oldest payment first, so held money counts against the oldest one too. */
function partsOf(charges: readonly Charge[], entry: string, held: Micros) {
  let rest: bigint = held
  for (const { entry: one, unspent } of charges) {
    const part = rest < unspent ? rest : unspent
    if (one === entry) return { unspent, held: micros(part) }
    rest -= part
  }
  return { unspent: ZERO, held: ZERO }
}

interface Owner {
  readonly verified: boolean
  readonly held: Micros
  readonly cashback: Micros
}

const readOwner = (tx: Transaction<Schema>, account: AccountId): Promise<Owner> =>
  tx
    .selectFrom('account as a')
    .innerJoin('balance as b', 'b.account_id', 'a.id')
    .select(['a.realname_auth as verified', 'b.held_micros as held', 'b.cashback_micros as cashback'])
    .where('a.id', '=', account)
    .executeTakeFirstOrThrow()

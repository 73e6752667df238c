import { SECOND } from '@hongyan/contract/durations'
import { type AccountId, type PaymentMethodId, TopUpId } from '@hongyan/contract/ids'
import type { Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { txOf } from '../../db/tx.ts'
import { ledger } from '../../ledger/ledger.ts'
import type { ChargeEvent, ChargeResult } from '../../providers/payments/cards.ts'
import type { PaymentFailure } from '../../providers/payments/provider.ts'
import type { PaymentDeps } from '../deps.ts'
import { type NewOrder, reserveOrder } from '../orders/create-order.ts'
import { failOrder } from '../orders/store.ts'
import { settleUpdate } from '../settlement/settle.ts'
import { callProvider, isGivenUp, paymentOf } from './attempt.ts'
import type { ChargeFailure } from './failure.ts'
import { type ChargeRow, findCharge, insertCharge, lockOutcome, readCharge, updateCharge } from './store.ts'

/** A saved card. `customer` and `card` are the provider's ids of the cardholder and of the card. */
export interface ChargedCard {
  readonly pm_id: PaymentMethodId
  readonly customer: string
  readonly card: string
}

/** Longer than any provider call, so a charge that still has no outcome has to be polled. */
const POLLED_AFTER = 20 * SECOND

/**
 * Writes an order and the charge of a saved card for it, under one id. Both are committed before the provider receives
 * the charge. The id is the idempotency key of every call about the charge.
 */
export async function beginCharge(
  tx: Transaction<Schema>,
  account: AccountId,
  order: NewOrder & { readonly test: boolean },
  card: ChargedCard,
  now: Date,
): Promise<ChargeRow> {
  const { account_id, id } = await reserveOrder(tx, account, order, now)
  const poll_at = new Date(now.getTime() + POLLED_AFTER)
  await insertCharge(tx, { account_id, id, invoice_id: order.invoice ?? null, ...card, begun_at: now, poll_at })
  return readCharge(tx, { account_id, id })
}

/** Charges the card, or queries the charge after an earlier call without a result. */
export async function chargeCard(deps: PaymentDeps, charge: ChargeRow): Promise<void> {
  if (isGivenUp(charge, deps.clock.now())) return giveUp(deps, charge)
  await settleCharge(deps, charge, await callProvider(deps.cards, charge))
}

async function giveUp(deps: PaymentDeps, charge: ChargeRow): Promise<void> {
  deps.log.error({ charge: charge.id }, 'the outcome of a card charge stays unknown: look for it at its provider')
  await failCharge(deps, charge, { kind: 'unknown' })
}

/** Settles a charge by the provider's result. */
export async function settleCharge(deps: PaymentDeps, charge: ChargeRow, result: ChargeResult): Promise<void> {
  if ('reason' in result) return settleFailure(deps, charge, result)
  if (result.kind === 'processing') return updateCharge(deps.db, charge, { payment_id: result.paymentId })
  if (result.kind === 'declined') return failCharge(deps, charge, result)
  if (result.kind === 'authentication_required') return failCharge(deps, charge, { kind: result.kind })
  await settleUpdate(deps, charge, paymentOf(charge, result.paymentId))
}

async function settleFailure(deps: PaymentDeps, charge: ChargeRow, { kind, reason }: PaymentFailure): Promise<void> {
  if (kind === 'refused') return failCharge(deps, charge, { kind, code: reason })
  deps.log.warn({ charge: charge.id, reason }, 'the outcome of a card charge is not known yet')
}

/** Settles a charge by its webhook. The amount and currency of the event must be exactly the order's. */
export async function settleChargeEvent(deps: PaymentDeps, event: ChargeEvent): Promise<'charge' | 'unknown_charge'> {
  const id = TopUpId.safeParse(event.attempt)
  const charge = id.success ? await findCharge(deps.db, id.data) : null
  if (charge === null) return 'unknown_charge'
  const { charged: result, amount, currency } = event
  if (result.kind !== 'succeeded') await settleCharge(deps, charge, result)
  else {
    const update = { kind: 'paid', amount, currency, paymentId: result.paymentId } as const
    await settleUpdate(deps, charge, { id: event.id, update })
  }
  return 'charge'
}

/** Marks the charge failed. Idempotent; the customer may pay again. */
async function failCharge({ db, clock, log, purposes }: PaymentDeps, charge: ChargeRow, failure: ChargeFailure) {
  const at = clock.now()
  const code = 'code' in failure ? failure.code : null
  const advice = 'advice' in failure ? failure.advice : null
  await db.transaction().execute(async (tx) => {
    await ledger.lock(txOf(tx), [charge.account_id])
    if ((await lockOutcome(tx, charge)) !== null) return
    await updateCharge(tx, charge, { outcome: failure.kind, code, advice, ended_at: at })
    await failOrder(tx, charge, { keepPolling: false })
    await purposes[charge.purpose].failed(tx, charge, failure, at)
    log.warn({ charge: charge.id, purpose: charge.purpose, kind: failure.kind, code }, 'a card charge failed')
  })
}

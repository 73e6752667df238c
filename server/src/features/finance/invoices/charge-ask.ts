import { TopUpId } from '@hongyan/contract/ids'
import { createRounds, type Rounds } from '../../../kit/rounds.ts'
import { askAttempt, isGivenUp, paidBy } from '../../../providers/payments/attempt.ts'
import type { CardEvent, ChargeResult } from '../../../providers/payments/cards.ts'
import type { PaymentFailure } from '../../../providers/payments/provider.ts'
import { endFailed, endSucceeded } from './charge-end.ts'
import { type ChargeRow, claimUnknown, findCharge, readCharge, writeCharge } from './charge-store.ts'
import type { ChargeDeps } from './paying-deps.ts'

const EVERY = 2_000
const BATCH = 100

/** Charges the card, or finds out what became of that; answers the charge as it stands then. */
export async function askCharge(deps: ChargeDeps, charge: ChargeRow): Promise<ChargeRow> {
  if (isGivenUp(charge, deps.clock.now())) await giveUp(deps, charge)
  else await settle(deps, charge, await askAttempt(deps.cards, charge))
  return readCharge(deps.db, charge)
}

async function giveUp(deps: ChargeDeps, charge: ChargeRow): Promise<void> {
  deps.log.error({ charge: charge.id }, 'nobody knows what became of a charge: look for it at its provider')
  await endFailed(deps, charge, { kind: 'unknown' })
}

async function settle(deps: ChargeDeps, charge: ChargeRow, charged: ChargeResult): Promise<void> {
  if ('reason' in charged) return settleFailure(deps, charge, charged)
  if (charged.kind === 'succeeded') return endSucceeded(deps, charge, paidBy(charge, charged.paymentId))
  if (charged.kind === 'processing') return writeCharge(deps.db, charge, { payment_id: charged.paymentId })
  return endFailed(deps, charge, charged.kind === 'declined' ? charged : { kind: charged.kind })
}

async function settleFailure(deps: ChargeDeps, charge: ChargeRow, { kind, reason }: PaymentFailure): Promise<void> {
  if (kind === 'refused') return endFailed(deps, charge, { kind, code: reason })
  deps.log.warn({ charge: charge.id, reason }, 'what became of a charge is not known yet')
}

/** What a genuine webhook tells of a charge, carried out: the second way to learn of it, beside the answer to asking. */
export async function heardOfInvoiceCharge(
  deps: ChargeDeps,
  { id, attempt, amount, currency, charged }: Extract<CardEvent, { readonly kind: 'charge' }>,
): Promise<'charge' | 'unknown_charge'> {
  const known = TopUpId.safeParse(attempt)
  const charge = known.success ? await findCharge(deps.db, known.data) : null
  if (charge === null) return 'unknown_charge'
  if (charged.kind === 'succeeded')
    await endSucceeded(deps, charge, { id, amount, currency, paymentId: charged.paymentId })
  else await settle(deps, charge, charged)
  return 'charge'
}

/** Asks once for every charge whose end nobody heard. One that fails keeps no other from its turn: it is due again. */
export async function askDueCharges(deps: ChargeDeps): Promise<void> {
  for (const charge of await claimUnknown(deps.db, deps.clock.now(), BATCH))
    await askCharge(deps, charge).catch((error: unknown) =>
      deps.log.warn({ err: error, charge: charge.id }, 'a charge for an invoice could not be asked for'),
    )
}

export const chargeRounds = (deps: ChargeDeps): Rounds =>
  createRounds(() => askDueCharges(deps), { every: EVERY, what: 'asking for charges of invoices', log: deps.log })

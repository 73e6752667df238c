import { TopUpId } from '@hongyan/contract/ids'
import type { CardEvent } from '../../../providers/payments/cards.ts'
import { settle } from './ask.ts'
import type { RechargeDeps } from './deps.ts'
import { endSucceeded } from './end.ts'
import { findRecharge } from './store.ts'

export type ChargeEvent = Extract<CardEvent, { readonly kind: 'charge' }>

/** What a genuine webhook tells of a charge, carried out: the second way to learn of it, beside the answer to asking. */
export async function heardOfCharge(
  deps: RechargeDeps,
  { id, attempt, amount, currency, charged }: ChargeEvent,
): Promise<'charge' | 'unknown_charge'> {
  const known = TopUpId.safeParse(attempt)
  const recharge = known.success ? await findRecharge(deps.db, known.data) : null
  if (recharge === null) return 'unknown_charge'
  if (charged.kind === 'succeeded')
    await endSucceeded(deps, recharge, { id, amount, currency, paymentId: charged.paymentId })
  else await settle(deps, recharge, charged)
  return 'charge'
}

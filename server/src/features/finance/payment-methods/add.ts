import type { AddedPaymentMethod, paymentMethods } from '@hongyan/contract/endpoints/finance/payment-methods'
import { type AccountId, PaymentMethodId } from '@hongyan/contract/ids'
import { card as limits } from '@hongyan/contract/limits/finance'
import type { z } from 'zod'
import { txOf } from '../../../db/tx.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { lockLimits, writeLimits } from '../../../limits/limits.ts'
import type { BillingAddress, CardProvider, CardSource, SaveCardResult } from '../../../providers/payments/cards.ts'
import type { PaymentMethodDeps } from './deps.ts'
import { cardsOf, readOwner, refuseBlocked } from './owner.ts'
import { isOver, presentCard } from './present.ts'
import { keepCard } from './settle.ts'
import { countCards, keepCustomer, readCustomer, type Wallet } from './store.ts'

export type NewPaymentMethod = z.output<typeof paymentMethods.add.body>

export const RESULT_PAGE = '/paymentMethods/result'

/** Refuses a card before its body is read, where none can be added (ruling 9). */
export async function admitCard(deps: PaymentMethodDeps, account: AccountId): Promise<void> {
  const { takes } = await cardsOf(deps, account)
  if (takes === null) throw new Refusal('card_token_required')
}

/**
 * Sends a card to its provider, which keeps it, and drops the typed data. Counts the attempt before the provider
 * receives it.
 */
export async function addCard(
  deps: PaymentMethodDeps,
  account: AccountId,
  request: NewPaymentMethod,
): Promise<AddedPaymentMethod> {
  const now = deps.clock.now()
  const owner = await readOwner(deps.db, account)
  const offered = await cardsOf(deps, account)
  refuseBlocked(owner)
  refuseUnfit(request.card, offered.takes, now)
  const { channel, test } = offered
  const wallet = { account, channel, test }
  await countAttempt(deps, wallet, now)
  const provider = await offered.provider()
  const customer = await customerOf(deps, provider, wallet, owner.email)
  const id = PaymentMethodId.parse(uuidv7(now))
  const typed = 'number' in request.card
  const saving = provider.save({
    attempt: id,
    customer,
    card: sourceOf(request.card),
    billing: billingOf(request),
    returnUrl: `${deps.publicUrl()}${RESULT_PAGE}`,
  })
  dropTyped(request)
  const answer = await saving
  const taken = savedOrThrow(deps, wallet, answer, typed)
  const row = await keepCard(deps, wallet, { id, customer, answer: taken })
  if (row === null) throw new Refusal('too_many_cards')
  const added = presentCard(row, now)
  return taken.kind === 'saved' || taken.url === null ? added : { ...added, action: 'open', payload: taken.url }
}

function refuseUnfit(card: NewPaymentMethod['card'], takes: 'numbers' | 'tokens' | null, now: Date): void {
  if ('token' in card) return
  if (takes !== 'numbers') throw new Refusal('card_token_required')
  if (isOver(card, now)) throw new Refusal('card_declined', { field: 'card.exp_year' })
}

/** Counts the attempt. The limit's windows are consecutive whole hours. */
async function countAttempt({ db }: PaymentMethodDeps, wallet: Wallet, now: Date): Promise<void> {
  const { most, window } = limits.tries
  const windowStart = new Date(Math.floor(now.getTime() / window) * window)
  const retryAfter = Math.ceil((windowStart.getTime() + window - now.getTime()) / 1000)
  const { account } = wallet
  const claim = { account, key: 'card.tries', windowStart, limit: BigInt(most), cost: 1n, retryAfter }
  await db.transaction().execute(async (tx) => {
    const [used = 0n] = (await lockLimits(txOf(tx), [claim])).values()
    if (used >= claim.limit) throw new Refusal('too_many_card_tries', { retryAfter })
    if ((await countCards(tx, wallet)) >= limits.most) throw new Refusal('too_many_cards')
    await writeLimits(txOf(tx), [claim])
  })
}

async function customerOf(
  { db, clock, log }: PaymentMethodDeps,
  provider: CardProvider,
  wallet: Wallet,
  email: string | null,
): Promise<string> {
  const known = await readCustomer(db, wallet)
  if (known !== null) return known
  const made = await provider.customer(wallet.account, email)
  if (!('customer' in made)) {
    log.warn(
      { account: wallet.account, kind: made.kind, reason: made.reason },
      'an account could not be made a customer',
    )
    throw new Refusal('payment_unreachable')
  }
  await keepCustomer(db, wallet, made.customer, clock.now())
  return (await readCustomer(db, wallet)) ?? made.customer
}

const sourceOf = (card: NewPaymentMethod['card']): CardSource =>
  'token' in card
    ? { token: card.token }
    : { number: card.number, expMonth: card.exp_month, expYear: card.exp_year, cvc: card.cvc }

const billingOf = (request: NewPaymentMethod): BillingAddress => ({
  name: request.billing_name,
  country: request.addr_country,
  line1: request.addr_line1,
  line2: request.addr_line2 === undefined || request.addr_line2 === '' ? null : request.addr_line2,
  city: request.addr_city,
  state: request.addr_state,
  zip: request.addr_zip,
})

/** Drops the typed card from the request once the provider's client has it, so nothing later can read it. */
function dropTyped(request: NewPaymentMethod): void {
  request.card = { token: 'dropped' }
}

/** Logs the bank's reason for operators. The customer never sees it: some reasons mean fraud. */
function savedOrThrow(
  { log }: PaymentMethodDeps,
  { account }: Wallet,
  answer: SaveCardResult,
  typed: boolean,
): Extract<SaveCardResult, { kind: 'saved' | 'authenticate' }> {
  if (answer.kind === 'saved' || answer.kind === 'authenticate') return answer
  const why = answer.kind === 'declined' ? { declined: answer.code } : { kind: answer.kind, reason: answer.reason }
  log.info({ account, ...why }, 'a card was not added')
  // A refused card number is our failure: the provider does not accept our request. A refused token is the caller's.
  const ours = answer.kind === 'unreachable' || (answer.kind === 'refused' && typed)
  throw ours ? new Refusal('payment_unreachable') : new Refusal('card_declined', { field: 'card' })
}

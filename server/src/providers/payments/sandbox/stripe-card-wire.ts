import type { Pool } from 'pg'
import type { Tx } from '../../../db/tx.ts'
import type { Clock } from '../../../kit/clock.ts'
import { answerOnce } from './card-answers.ts'
import type { Cards, TypedCard } from './cards.ts'
import { paymentIntent, paymentMethod, setupIntent } from './card-objects.ts'
import type { SandboxCard, SandboxCharge, SandboxSetup } from './card-rows.ts'
import { type Decline, outcomeOf, numberNamed, planForCharge } from './card-table.ts'
import type { SandboxKeys } from './keys.ts'
import { webAddress } from './own-addresses.ts'
import { type Addresses, headerOf, json, type WireReply, type WireRequest } from './wire.ts'

export interface CardWireDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly cards: Cards
  readonly keys: () => Promise<SandboxKeys>
  readonly addresses: Addresses
}

interface CardCall {
  readonly deps: CardWireDeps
  readonly form: URLSearchParams
  /** The id in the path. */
  readonly id: string
  /** True when the response expands the card. */
  readonly expanded: boolean
}

type Once = (work: (tx: Tx) => Promise<WireReply>) => Promise<WireReply>
type Answer = (call: CardCall, once: Once) => Promise<WireReply>

const ID = String.raw`(\w{1,64})`
const calls: readonly (readonly [method: string, path: RegExp, answer: Answer])[] = [
  ['POST', /^\/v1\/customers$/, newCustomer],
  ['POST', /^\/v1\/payment_methods$/, newMethod],
  ['POST', new RegExp(`^/v1/payment_methods/${ID}/detach$`), detach],
  ['POST', /^\/v1\/setup_intents$/, setUp],
  ['GET', new RegExp(`^/v1/setup_intents/${ID}$`), readSetup],
  ['POST', /^\/v1\/payment_intents$/, charge],
  ['GET', new RegExp(`^/v1/payment_intents/${ID}$`), readCharge],
]

/** Serves Stripe's calls about customers, cards, set-ups and charges. Null for any other call. */
export async function answerCardCall(deps: CardWireDeps, request: WireRequest): Promise<WireReply | null> {
  const { method, path, body, query } = request
  const call = calls.find(([verb, pattern]) => verb === method && pattern.test(path))
  if (call === undefined) return null
  const form = new URLSearchParams(body.toString())
  const id = call[1].exec(path)?.[1] ?? ''
  const expanded = [...form, ...query].some(([name, value]) => name.startsWith('expand[') && value === 'payment_method')
  const { stripeApi } = await deps.keys()
  const key = headerOf(request, 'idempotency-key')
  return call[2]({ deps, form, id, expanded }, (work) => answerOnce(deps, stripeApi, { key, path, body }, work))
}

function newCustomer({ deps, form }: CardCall, once: Once): Promise<WireReply> {
  const email = form.get('email')
  return once(async (tx) => {
    const id = await deps.cards.newCustomer(tx, email)
    return json(200, { id, object: 'customer', email, livemode: false, metadata: {} })
  })
}

/** A repeated request creates a second method: no part of a card number is stored, not even a hash of the request. */
async function newMethod({ deps, form }: CardCall): Promise<WireReply> {
  const token = form.get('card[token]')
  const typed = token === null ? typedCard(form) : cardNamed(token, deps.clock.now())
  if (form.get('type') !== 'card' || typed === null) return invalid('card')
  const over = Date.UTC(typed.expYear, typed.expMonth) <= deps.clock.now().getTime()
  if (over) return cardError({ code: 'invalid_expiry_year' })
  const card = await deps.cards.newCard(typed)
  return card === null ? cardError({ code: 'incorrect_number' }) : json(200, paymentMethod(card))
}

function typedCard(form: URLSearchParams): TypedCard | null {
  const [number = '', month = '', year = '', cvc = ''] = ['number', 'exp_month', 'exp_year', 'cvc'].map(
    (name) => form.get(`card[${name}]`) ?? '',
  )
  const [expMonth, expYear] = [Number(month), Number(year)]
  const whole = /^\d{1,2}$/.test(month) && /^20\d\d$/.test(year) && /^\d{3,4}$/.test(cvc)
  return whole && expMonth >= 1 && expMonth <= 12 ? { number, expMonth, expYear } : null
}

function cardNamed(token: string, now: Date): TypedCard | null {
  const number = numberNamed(token)
  return number === null ? null : { number, expMonth: 12, expYear: now.getUTCFullYear() + 3 }
}

async function detach({ deps, id }: CardCall): Promise<WireReply> {
  const card = await deps.cards.cardById(id)
  if (card === null) return missing('payment_method')
  return (await deps.cards.detach(id))
    ? json(200, paymentMethod({ ...card, customer: null }))
    : invalid('payment_method')
}

async function setUp({ deps, form, expanded }: CardCall, once: Once): Promise<WireReply> {
  const card = await cardOf(deps, form.get('payment_method') ?? '')
  const customer = form.get('customer') ?? ''
  if (card === null) return missing('payment_method')
  if (form.get('confirm') !== 'true' || customer === '') return invalid('confirm')
  return once(async (tx) => {
    const setup = await deps.cards.setUp(tx, { customer, card, returnUrl: webAddress(form.get('return_url')) })
    const intent = setupIntentOf(deps, setup, expanded ? card : null)
    if (setup.status !== 'requires_payment_method') return json(200, intent)
    const { setUp: decline } = outcomeOf(card.outcome)
    return cardError(decline === undefined || decline === 'authenticate' ? withoutReason : decline, {
      setup_intent: intent,
    })
  })
}

/** Each use of `pm_card_visa` and the like is a new card. */
async function cardOf({ cards, clock }: CardWireDeps, id: string): Promise<SandboxCard | null> {
  const named = cardNamed(id, clock.now())
  return named === null ? cards.cardById(id) : cards.newCard(named)
}

async function readSetup({ deps, id, expanded }: CardCall): Promise<WireReply> {
  const setup = await deps.cards.setupById(id)
  if (setup === null) return missing('setup_intent')
  return json(200, setupIntentOf(deps, setup, expanded ? await deps.cards.cardById(setup.card) : null))
}

const setupIntentOf = ({ addresses }: CardWireDeps, setup: SandboxSetup, card: SandboxCard | null): object =>
  setupIntent(setup, card, `${addresses.public()}/sandbox/authenticate/${setup.id}`)

async function charge({ deps, form }: CardCall, once: Once): Promise<WireReply> {
  const card = await deps.cards.cardById(form.get('payment_method') ?? '')
  const customer = form.get('customer') ?? ''
  const amount = form.get('amount') ?? ''
  const currency = (form.get('currency') ?? '').toLowerCase()
  if (card === null || card.customer === null || card.customer !== customer) return missing('payment_method')
  if (!/^[1-9]\d{0,9}$/.test(amount)) return invalid('amount')
  if (!/^[a-z]{3}$/.test(currency)) return invalid('currency')
  if (form.get('confirm') !== 'true' || form.get('off_session') !== 'true') return invalid('confirm')
  const newCharge = { customer, card, amount: BigInt(amount), currency, metadata: metadataOf(form) }
  return once(async (tx) => chargeReply(await deps.cards.charge(tx, newCharge), card))
}

function chargeReply(made: SandboxCharge, card: SandboxCard): WireReply {
  const intent = paymentIntent(made)
  if (made.status !== 'requires_payment_method') return json(200, intent)
  const decline = outcomeOf(card.outcome).charge ?? planForCharge(made.amount).decline ?? withoutReason
  return cardError(decline, { payment_intent: intent })
}

async function readCharge({ deps, id }: CardCall): Promise<WireReply> {
  const made = await deps.cards.chargeById(id)
  return made === null ? missing('payment_intent') : json(200, paymentIntent(made))
}

const metadataOf = (form: URLSearchParams): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...form].flatMap(([field, value]) => {
      const name = /^metadata\[(\w{1,40})\]$/.exec(field)?.[1]
      return name === undefined ? [] : [[name, value.slice(0, 500)]]
    }),
  )

const withoutReason: Decline = { code: 'card_declined' }

const cardError = ({ code, declineCode, advice }: Decline, about: object = {}): WireReply =>
  json(402, {
    error: {
      type: 'card_error',
      code,
      ...(declineCode !== undefined && { decline_code: declineCode }),
      ...(advice !== undefined && { advice_code: advice }),
      message: 'The card was declined.',
      ...about,
    },
  })

const invalid = (param: string): WireReply =>
  json(400, { error: { type: 'invalid_request_error', param, message: `Invalid or missing: ${param}.` } })

const missing = (what: string): WireReply =>
  json(404, { error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}.` } })

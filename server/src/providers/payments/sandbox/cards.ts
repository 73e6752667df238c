import { createHmac, randomBytes } from 'node:crypto'
import { SECOND } from '@hongyan/contract/durations'
import type { Pool } from 'pg'
import { alone, inTransaction, type Tx } from '../../../db/tx.ts'
import type { Clock } from '../../../kit/clock.ts'
import { type Decline, outcomeOf, type OutcomeName, planForCharge, readNumber } from './card-table.ts'
import { disputeOf, paymentIntent } from './card-objects.ts'
import * as rows from './card-rows.ts'
import type { SandboxCard, SandboxCharge, SandboxSetup } from './card-rows.ts'
import type { SandboxKeys } from './keys.ts'

export interface TypedCard {
  readonly number: string
  readonly expMonth: number
  readonly expYear: number
}

/** The operations of the sandbox's card provider. Each one stores its webhooks in the same transaction. */
export interface Cards {
  readonly newCustomer: (tx: Tx, email: string | null) => Promise<string>
  /** Null for an impossible card number. */
  readonly newCard: (typed: TypedCard) => Promise<SandboxCard | null>
  readonly cardById: (id: string) => Promise<SandboxCard | null>
  readonly setUp: (tx: Tx, setup: NewSetup) => Promise<SandboxSetup>
  readonly setupById: (id: string) => Promise<SandboxSetup | null>
  /** The card holder authenticates, or fails to. */
  readonly authenticate: (setup: string, succeeds: boolean) => Promise<void>
  readonly detach: (card: string) => Promise<boolean>
  readonly charge: (tx: Tx, charge: NewCharge) => Promise<SandboxCharge>
  readonly chargeById: (id: string) => Promise<SandboxCharge | null>
}

export interface NewSetup {
  readonly customer: string
  readonly card: SandboxCard
  readonly returnUrl: string | null
}

export interface NewCharge {
  readonly customer: string
  readonly card: SandboxCard
  /** In cents. */
  readonly amount: bigint
  readonly currency: string
  readonly metadata: Readonly<Record<string, string>>
}

export interface CardsDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly keys: () => Promise<Pick<SandboxKeys, 'stripeApi'>>
  /** Stores a webhook about `object`, to be sent `after` so many milliseconds. */
  readonly storeWebhook: (tx: Tx, type: string, object: object, after: number) => Promise<void>
}

const SOON = SECOND
const named = (prefix: string): string => prefix + randomBytes(12).toString('hex')
const failed = 'requires_payment_method'

export function createCards({ pool, clock, keys, storeWebhook }: CardsDeps): Cards {
  const db = alone(pool)

  const writeSetup = async (tx: Tx, setup: SandboxSetup, decline: Decline | null): Promise<SandboxSetup> => {
    const status = decline === null ? 'succeeded' : failed
    const ended = { ...setup, status, code: decline?.code ?? null, declineCode: decline?.declineCode ?? null } as const
    await tx.run(rows.PUT_SETUP, rows.setupValues(ended, clock.now()))
    if (decline === null) await tx.run(rows.ATTACH, [setup.card, setup.customer])
    const type = decline === null ? 'setup_intent.succeeded' : 'setup_intent.setup_failed'
    await storeWebhook(tx, type, { id: setup.id, object: 'setup_intent', status }, SOON)
    return ended
  }

  return {
    async newCustomer(tx, email) {
      const id = named('cus_')
      await tx.run(rows.PUT_CUSTOMER, [id, email, clock.now()])
      return id
    },
    async newCard({ number, expMonth, expYear }) {
      const read = readNumber(number)
      if (read === null) return null
      const { stripeApi } = await keys()
      const fingerprint = createHmac('sha256', stripeApi).update(number).digest('hex').slice(0, 16)
      const { brand, outcome } = read
      const card = { id: named('pm_'), last4: number.slice(-4), brand, expMonth, expYear, fingerprint, outcome }
      await db.run(rows.PUT_CARD, [...Object.values(card), clock.now()])
      return { ...card, customer: null }
    },
    cardById: async (id) => (await db.run<SandboxCard>(rows.CARD, [id]))[0] ?? null,
    async setUp(tx, { customer, card, returnUrl }) {
      const outcome = outcomeOf(card.outcome)
      const status = 'requires_action' as const
      const none = { code: null, declineCode: null }
      const setup = { id: named('seti_'), customer, card: card.id, status, returnUrl, ...none }
      if (outcome.setUp !== 'authenticate') return writeSetup(tx, setup, outcome.setUp ?? null)
      await tx.run(rows.PUT_SETUP, rows.setupValues(setup, clock.now()))
      return setup
    },
    setupById: async (id) => (await db.run<SandboxSetup>(rows.SETUP, [id]))[0] ?? null,
    authenticate: (id, succeeds) =>
      inTransaction(pool, async (tx) => {
        const [setup] = await tx.run<SandboxSetup & { readonly outcome: OutcomeName }>(rows.LOCK_SETUP, [id])
        if (setup?.status !== 'requires_action') return
        const decline = succeeds
          ? (outcomeOf(setup.outcome).afterwards ?? null)
          : { code: 'setup_intent_authentication_failure' }
        await writeSetup(tx, setup, decline)
      }),
    detach: async (card) => (await db.run(rows.DETACH, [card])).length > 0,
    async charge(tx, { customer, card, amount, currency, metadata }) {
      const now = clock.now()
      const outcome = outcomeOf(card.outcome)
      const plan = planForCharge(amount)
      const decline = outcome.charge ?? plan.decline ?? null
      const status = decline !== null ? failed : plan.processing === undefined ? 'succeeded' : 'processing'
      const charge: SandboxCharge = {
        id: named('pi_'),
        customer,
        card: card.id,
        amount,
        currency,
        status,
        code: decline?.code ?? null,
        declineCode: decline?.declineCode ?? null,
        metadata,
        createdAt: now,
      }
      const settlesAt = plan.processing === undefined ? null : new Date(now.getTime() + plan.processing)
      await tx.run(rows.PUT_CHARGE, rows.chargeValues(charge, settlesAt))
      const intent = paymentIntent(decline === null ? { ...charge, status: 'succeeded', amount: plan.claimed } : charge)
      const type = decline === null ? 'payment_intent.succeeded' : 'payment_intent.payment_failed'
      for (const after of decline === null ? plan.webhooks : [SOON]) await storeWebhook(tx, type, intent, after)
      if (decline === null && outcome.disputed)
        await storeWebhook(tx, 'charge.dispute.created', disputeOf(charge), 2 * SOON)
      return charge
    },
    chargeById: async (id) => (await db.run<SandboxCharge>(rows.CHARGE, [clock.now(), id]))[0] ?? null,
  }
}

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AccountId } from '@hongyan/contract/ids'
import { micros } from '@hongyan/contract/money'
import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../kit/ids.ts'
import type { CardCharge, CardEvent, CardProvider, CardSource, NewCard, SaveCardResult } from './cards.ts'
import type { Webhook } from './provider.ts'

/** A card provider, its payment service (which works like the real one in test mode), and a card holder. */
export interface CardsUnderTest {
  readonly provider: CardProvider
  /** The same merchant with a key that the service does not know. */
  readonly denied: CardProvider
  /** The same merchant with another webhook secret: it takes the webhooks for forged. */
  readonly stranger: CardProvider
  /** The same provider at another base address, with that time limit in milliseconds. */
  readonly withBase: (base: string, timeLimit: number) => CardProvider
  /** The holder opens the address and authenticates, or fails to. */
  readonly authenticate: (url: string, succeeds: boolean) => Promise<void>
  /** Advances the service's clock by so many milliseconds. */
  readonly later: (millis: number) => void
  /** All webhooks of the service so far, oldest first. */
  readonly webhooks: () => Promise<readonly Webhook[]>
  readonly now: () => Date
}

const account = '00000000-0000-0000-0000-00000001a2b3' as AccountId // the example of ruling 24
const billing = {
  name: 'Ada',
  country: 'US',
  line1: '12 St James',
  line2: null,
  city: 'Rye',
  state: 'NY',
  zip: '10580',
}
const number = (digits: string): CardSource => ({ number: digits, expMonth: 6, expYear: 2030, cvc: '123' })
const VISA = number('4242424242424242')
const DECLINED_LATER = number('4000000000000341')
const AUTHENTICATED_ONCE = number('4000002500003155')
const AUTHENTICATED_ALWAYS = number('4000002760003184')

/** The behaviour that every card provider must have. */
export function cardSuite(under: () => CardsUnderTest): void {
  const attempt = (): string => uuidv7(under().now())

  const customer = async (): Promise<string> => {
    const made = await under().provider.customer(account, 'ada@example.com')
    if (!('customer' in made)) throw new Error(`no customer was made: ${made.reason}`)
    return made.customer
  }

  const newCard = async (card: CardSource, change: Partial<NewCard> = {}): Promise<NewCard> => ({
    attempt: attempt(),
    customer: await customer(),
    card,
    billing,
    returnUrl: 'https://sms.example.com/paymentMethods/result',
    ...change,
  })

  const saved = async (card: CardSource) => expectKind('saved', await under().provider.save(await newCard(card)))

  /** Saves a card whose holder then authenticates. */
  const authenticated = async (source: CardSource) => {
    const { setupId, url } = expectKind('authenticate', await under().provider.save(await newCard(source)))
    await under().authenticate(url ?? '', true)
    return expectKind('saved', await under().provider.querySetup(setupId))
  }

  const chargeOf = async (card: string, cents = 10_000n): Promise<CardCharge> => ({
    attempt: attempt(),
    account,
    customer: await customer(),
    card,
    amount: micros(cents * 10_000n),
    currency: 'USD',
  })

  const charged = async (card: CardSource, cents?: bigint) => {
    const { remoteId } = (await saved(card)).card
    const charge = await chargeOf(remoteId, cents)
    return { charge, answer: await under().provider.charge(charge) }
  }

  const eventsOf = async (provider = under().provider): Promise<readonly CardEvent[]> => {
    const received = (await under().webhooks()).map((webhook) => provider.receive(webhook, under().now()))
    return received.flatMap((one) => (one.kind === 'genuine' ? one.events : []))
  }

  test('the same account gets the same customer', async () => {
    expect(await customer()).toBe(await customer())
  })

  test('a saved card has no number, and equal numbers have equal fingerprints', async () => {
    const [one, other] = [await saved(VISA), await saved(VISA)]
    expect(one.card).toMatchObject({ last4: '4242', expMonth: 6, expYear: 2030, brand: 'visa' })
    expect(one.card.fingerprint).toBe(other.card.fingerprint)
    expect(one.card.fingerprint).not.toBe((await saved(DECLINED_LATER)).card.fingerprint)
    expect(await under().provider.querySetup(one.setupId)).toEqual(one)
  })

  test('a card can be saved by a token', async () => {
    expect((await saved({ token: 'tok_visa' })).card.last4).toBe('4242')
    expect((await saved({ token: 'pm_card_visa' })).card.last4).toBe('4242')
  })

  test.each([
    ['4000000000000002', 'generic_decline'],
    ['4000000000009995', 'insufficient_funds'],
    ['4000000000009987', 'lost_card'],
    ['4000000000000069', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc'],
    ['4000000000000119', 'processing_error'],
    ['4242424242424241', 'incorrect_number'],
  ])('%s is declined with its code, and the result holds no number', async (digits, code) => {
    const answer = await under().provider.save(await newCard(number(digits)))
    expect(answer).toMatchObject({ kind: 'declined', code })
    expect(JSON.stringify(answer)).not.toContain(digits)
  })

  test('a holder who must authenticate gets an address, and the card is saved afterwards', async () => {
    const waiting = expectKind('authenticate', await under().provider.save(await newCard(AUTHENTICATED_ONCE)))
    expect(waiting.card.last4).toBe('3155')
    expect(await under().provider.querySetup(waiting.setupId)).toEqual(waiting)
    await under().authenticate(waiting.url ?? '', true)
    expect(await under().provider.querySetup(waiting.setupId)).toMatchObject({ kind: 'saved', card: waiting.card })
  })

  test.each([
    ['fails', AUTHENTICATED_ONCE, false, 'setup_intent_authentication_failure'],
    ['succeeds and is declined all the same', number('4000008400001629'), true, 'generic_decline'],
  ] as const)('a holder who %s has no card', async (_, card, succeeds, code) => {
    const { setupId, url } = expectKind('authenticate', await under().provider.save(await newCard(card)))
    await under().authenticate(url ?? '', succeeds)
    expect(await under().provider.querySetup(setupId)).toMatchObject({ kind: 'declined', code })
  })

  test('a forgotten card cannot be charged, and forgetting an unknown card succeeds', async () => {
    const { provider } = under()
    const { card } = await saved(VISA)
    const again = [card.remoteId, card.remoteId, 'pm_unknown']
    for (const name of again) expect(await provider.forget(name)).toBeNull()
    expect(await provider.charge(await chargeOf(card.remoteId))).toMatchObject({ kind: 'refused' })
  })

  describe('a charge', () => {
    test('is made once, however often the same attempt is retried', async () => {
      const { charge, answer } = await charged(VISA)
      expect(answer).toMatchObject({ kind: 'succeeded' })
      expect(await under().provider.charge(charge)).toEqual(answer)
      expect(await under().provider.charge({ ...charge, attempt: attempt() })).not.toEqual(answer)
    })

    test('with another amount under the same attempt is unreachable, as the first may have succeeded', async () => {
      const { charge } = await charged(VISA)
      const other = { ...charge, amount: micros(200_000_000n) }
      expect(await under().provider.charge(other)).toMatchObject({ kind: 'unreachable' })
    })

    test.each([
      [10_002n, 'generic_decline', null],
      [10_007n, 'insufficient_funds', 'try_again_later'],
      [10_008n, 'lost_card', 'do_not_try_again'],
    ])('of %s cents is declined with the bank’s advice', async (cents, code, advice) => {
      const { answer } = await charged(VISA, cents)
      expect(answer).toEqual({ kind: 'declined', code, advice, paymentId: expect.any(String) })
    })

    test('can be declined for a card that was accepted when it was saved', async () => {
      const { charge, answer } = await charged(DECLINED_LATER)
      expect(answer).toMatchObject({ kind: 'declined', code: 'generic_decline' })
      expect(await under().provider.charge(charge)).toEqual(answer)
    })

    test('requires authentication where the bank wants it each time, not where it was done once', async () => {
      const [once, always] = [await authenticated(AUTHENTICATED_ONCE), await authenticated(AUTHENTICATED_ALWAYS)]
      const { provider } = under()
      expect(await provider.charge(await chargeOf(once.card.remoteId))).toMatchObject({ kind: 'succeeded' })
      const answer = await provider.charge(await chargeOf(always.card.remoteId))
      expect(answer).toEqual({ kind: 'authentication_required', paymentId: expect.any(String) })
    })

    test('that is processing can be queried until it has ended', async () => {
      const { answer } = await charged(VISA, 10_003n)
      if (answer.kind !== 'processing') throw new Error(`it is ${answer.kind}`)
      expect(await under().provider.queryCharge(answer.paymentId)).toEqual(answer)
      under().later(3_000)
      expect(await under().provider.queryCharge(answer.paymentId)).toEqual({ ...answer, kind: 'succeeded' })
    })

    test('is notified with its attempt and amount by a signed webhook', async () => {
      const { charge, answer } = await charged(VISA, 12_300n)
      const event = (await eventsOf()).find((event) => event.kind === 'charge' && event.attempt === charge.attempt)
      expect(event).toMatchObject({ amount: charge.amount, currency: 'USD', charged: answer })
      expect(await eventsOf(under().stranger)).toEqual([])
    })
  })

  test('a webhook of a set-up names its id', async () => {
    const { setupId } = await saved(VISA)
    expect((await eventsOf()).some((event) => event.kind === 'setup' && event.setupId === setupId)).toBe(true)
  })

  test('a service that does not know our key refuses every call; a charge stays unreachable', async () => {
    const { denied } = under()
    const card = await newCard(VISA)
    const answers = [
      await denied.customer(account, null),
      await denied.save(card),
      await denied.querySetup('seti_1'),
      await denied.forget('pm_1'),
      await denied.charge(await chargeOf('pm_1')),
      await denied.queryCharge('pi_1'),
    ]
    const kinds = answers.map((answer) => answer !== null && 'kind' in answer && answer.kind)
    expect(kinds).toEqual(['refused', 'refused', 'refused', 'refused', 'unreachable', 'refused'])
    expect(JSON.stringify(answers)).not.toContain('4242424242424242')
  })

  test.each([
    ['silent', () => undefined],
    ['broken', (server: Server) => server.on('request', (_, reply) => reply.writeHead(200).end('<html>'))],
  ] as const)('a service that is %s is unreachable, within the limit', async (_, behave) => {
    const server = createServer().listen(0, '127.0.0.1')
    behave(server)
    try {
      await new Promise((resolve) => server.once('listening', resolve))
      const { port } = server.address() as AddressInfo // it listens on a port
      const provider = under().withBase(`http://127.0.0.1:${port}`, 300)
      const before = Date.now()
      const answers = [await provider.save(await newCard(VISA)), await provider.charge(await chargeOf('pm_1'))]
      expect(answers.map(({ kind }) => kind)).toEqual(['unreachable', 'unreachable'])
      expect(Date.now() - before).toBeLessThan(5_000)
      expect(JSON.stringify(answers)).not.toContain('4242424242424242')
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
}

function expectKind<K extends 'saved' | 'authenticate'>(
  kind: K,
  answer: SaveCardResult,
): Extract<SaveCardResult, { kind: K }> {
  if (answer.kind !== kind) throw new Error(`the card is ${JSON.stringify(answer)}`)
  return answer as Extract<SaveCardResult, { kind: K }> // its kind was just compared
}

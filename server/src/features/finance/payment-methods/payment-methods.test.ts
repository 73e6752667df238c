import { HOUR } from '@hongyan/contract/durations'
import { topUp } from '@hongyan/contract/endpoints/finance/top-up'
import { paymentMethods } from '@hongyan/contract/endpoints/finance/payment-methods'
import { card as limits } from '@hongyan/contract/limits/finance'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { PaymentMethodStatus } from '@hongyan/contract/vocabulary/payment'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCard, cardForm, cardsOf, numbers, tryCard, typed } from '../../../../test/cards.ts'
import { sandboxOf } from '../../../../test/payer.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

const { Active, Pending } = PaymentMethodStatus
const NO_CARD = '00000000-0000-7000-8000-000000000000'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

/** Queries the tables of the sandbox's card provider. */
async function rowsOf<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
  return (await world.pool.query<Row>(sql, [...values])).rows
}

const countAttached = async (owner: SignedIn): Promise<number> => {
  const found = await rowsOf(
    `select 1 from sandbox_card c join payment_customer p on p.remote_id = c.customer where p.account_id = $1`,
    [owner.id],
  )
  return found.length
}

/** Presses a button of the authentication page. Returns the address that it redirects to. */
const authenticate = async (page: string, act: 'confirm' | 'fail'): Promise<string> => {
  const { origin } = new URL(page)
  const answer = await fetch(`${page}/${act}`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    redirect: 'manual',
  })
  return answer.headers.get('location') ?? ''
}

/** Advances the clock and sends the sandbox's due webhooks. */
const runAfter = async (millis: number): Promise<void> => {
  world.clock.advance(millis)
  while ((await sandboxOf(world).round()) > 0) continue
}

const consents = { consent_at: new Date(), consent_address: '127.0.0.1', consent_text: 'x' }

describe('a card', () => {
  test('is stored with its last four digits, and the first one is the default', async () => {
    const owner = await world.account()
    const first = await addCard(owner)
    expect(first).toEqual({
      id: expect.any(String),
      card: { last4: '4242', exp_month: 6, exp_year: 2030, brand: 'visa' },
      status: Active,
      default: true,
      expired: false,
    })
    const second = await addCard(owner, numbers.mastercard)
    expect(second).toMatchObject({ card: { last4: '4444', brand: 'mastercard' }, default: false })
    expect(await cardsOf(owner)).toEqual([first, second])
    expect(await countAttached(owner)).toBe(2)
  })

  test.each([
    ['378282246310005', 'amex'],
    ['6011111111111117', 'discover'],
    ['3056930009020004', 'diners'],
    ['30569309025904', 'diners'],
    ['3566002020360505', 'jcb'],
    ['6200000000000005', 'unionpay'],
    ['2223003122003222', 'mastercard'],
    ['4000056655665556', 'visa'],
  ])('number %s is of brand %s', async (number, brand) => {
    const added = await addCard(await world.account(), number)
    expect(added.card).toMatchObject({ brand, last4: number.slice(-4) })
  })

  test('that is added twice is one card, with the newer expiry', async () => {
    const owner = await world.account()
    const first = await addCard(owner)
    const again = await tryCard(owner, { ...typed(numbers.visa), exp_year: 2033 })
    expect(again.body).toEqual({ ...first, card: { ...first.card, exp_year: 2033 } })
    expect(await cardsOf(owner)).toHaveLength(1)
    await world.payments.keepCardsUp()
    expect(await countAttached(owner)).toBe(1)
  })

  test('is added without idempotency: no part of the request is stored under a key', async () => {
    const owner = await world.account()
    const headers = { 'idempotency-key': 'card-1' }
    for (const number of [numbers.visa, numbers.mastercard]) {
      const answer = await owner.ask(paymentMethods.add, { body: cardForm(typed(number)), headers })
      expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([200, undefined])
    }
    expect(await cardsOf(owner)).toHaveLength(2)
    expect(await rowsOf('select 1 from console_answer where account_id = $1', [owner.id])).toEqual([])
  })

  test('that is added twice at the same time is one card', async () => {
    const owner = await world.account()
    const answers = await Promise.all([1, 2, 3].map(() => tryCard(owner, numbers.visa)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await cardsOf(owner)).toHaveLength(1)
  })

  test('can be made the default, and another card becomes the default when it is removed', async () => {
    const owner = await world.account()
    const [first, second] = [await addCard(owner), await addCard(owner, numbers.mastercard)]
    const chosen = await owner.call(paymentMethods.makeDefault, { params: { id: second.id } })
    expect(chosen).toEqual({ ...second, default: true })
    expect((await cardsOf(owner)).map((card) => card.default)).toEqual([false, true])
    await owner.call(paymentMethods.remove, { params: { id: second.id } })
    expect(await cardsOf(owner)).toEqual([first])
    await world.payments.keepCardsUp()
    expect(await countAttached(owner)).toBe(1)
  })

  test('is the only default, also when two are chosen at once', async () => {
    const owner = await world.account()
    const cards = [
      await addCard(owner),
      await addCard(owner, numbers.mastercard),
      await addCard(owner, numbers.unionpay),
    ]
    const choose = ({ id }: { readonly id: string }) => owner.ask(paymentMethods.makeDefault, { params: { id } })
    const answers = await Promise.all([...cards, ...cards, ...cards].map(choose))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await cardsOf(owner)).filter((card) => card.default)).toHaveLength(1)
  })

  test('of auto-recharge cannot be removed', async () => {
    const owner = await world.account()
    const { id } = await addCard(owner)
    await world.pool.query(
      `insert into auto_recharge (account_id, enabled, below_micros, topup_micros, pm_id, saved_at)
       values ($1, true, 10000000, 100000000, $2, now())`,
      [owner.id, id],
    )
    expect(await owner.ask(paymentMethods.remove, { params: { id } })).toMatchObject({
      status: 409,
      body: { error: { code: 'card_in_use' } },
    })
    await world.pool.query('update auto_recharge set enabled = false where account_id = $1', [owner.id])
    expect((await owner.ask(paymentMethods.remove, { params: { id } })).status).toBe(200)
    expect(await cardsOf(owner)).toEqual([])
  })

  test.each(['makeDefault', 'remove'] as const)('that does not exist returns 404 (%s)', async (call) => {
    const owner = await world.account()
    expect(await owner.ask(paymentMethods[call], { params: { id: NO_CARD } })).toMatchObject({ status: 404 })
    expect(await owner.ask(paymentMethods[call], { params: { id: 'x' } })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', field: 'id' } },
    })
  })

  test('shows as expired once its month is over', async () => {
    const owner = await world.account()
    const { id } = await addCard(owner)
    await world.pool.query('update payment_method set exp_month = 10, exp_year = 2026 where id = $1', [id])
    expect((await cardsOf(owner)).map(({ expired }) => expired)).toEqual([true])
    await world.pool.query('update payment_method set exp_month = 11 where id = $1', [id])
    expect((await cardsOf(owner)).map(({ expired }) => expired)).toEqual([false])
  })

  test('of a mainland account is stored by the sandbox as well', async () => {
    const owner = await world.account({ partition: 'cn' })
    expect(await addCard(owner, numbers.unionpay)).toMatchObject({ card: { brand: 'unionpay', last4: '0005' } })
  })
})

describe('a card that is not accepted', () => {
  test.each([
    ['declined', numbers.declined],
    ['without money', numbers.insufficientFunds],
    ['stolen', numbers.stolen],
    ['over, as its bank says', numbers.expired],
    ['with another CVC', numbers.wrongCvc],
    ['with a digit wrong', numbers.mistyped],
    ['of no test', numbers.realOne],
  ])('is refused with the same text for every reason (%s)', async (_, number) => {
    const owner = await world.account()
    const { status, body, headers } = await tryCard(owner, number)
    expect([status, headers['cache-control']]).toEqual([400, 'no-store'])
    expect(body).toEqual({
      error: {
        code: 'card_declined',
        side: 'customer',
        field: 'card',
        message: 'Card declined. Check the details, use another card or contact your bank.',
        requestId: expect.any(String),
      },
    })
    expect(await cardsOf(owner)).toEqual([])
    expect(await countAttached(owner)).toBe(0)
  })

  test('because it is expired does not count as an attempt', async () => {
    const owner = await world.account()
    for (let nr = 0; nr < limits.tries.most + 1; nr += 1) {
      const answer = await tryCard(owner, { ...typed(numbers.visa), exp_month: 10, exp_year: 2026 })
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'card_declined', field: 'card.exp_year' } } })
    }
    expect((await tryCard(owner, { ...typed(numbers.visa), exp_month: 11, exp_year: 2026 })).status).toBe(200)
  })
})

describe('a card that requires authentication', () => {
  test('is pending until its bank approves it', async () => {
    const owner = await world.account()
    const added = await addCard(owner, numbers.authenticatedOnce)
    expect(added).toMatchObject({ status: Pending, default: false, action: 'open' })
    const page = added.payload ?? ''
    expect(await (await fetch(page)).text()).toContain('3155')
    expect(await owner.ask(paymentMethods.makeDefault, { params: { id: added.id } })).toMatchObject({ status: 400 })
    const back = await authenticate(page, 'confirm')
    expect(new URL(back).pathname).toBe('/paymentMethods/result')
    expect(await (await fetch(back)).text()).toContain('You can close this window')
    await runAfter(1_000)
    const [row] = await rowsOf<{ status: number }>('select status from payment_method where id = $1', [added.id])
    expect(row?.status).toBe(Active)
    expect(await cardsOf(owner)).toMatchObject([{ id: added.id, status: Active, default: true }])
  })

  test('is found by a request for the list when its webhook is lost', async () => {
    const owner = await world.account()
    const added = await addCard(owner, numbers.authenticatedAlways)
    await authenticate(added.payload ?? '', 'confirm')
    await world.pool.query('delete from sandbox_card_event')
    expect(await cardsOf(owner)).toMatchObject([{ id: added.id, status: Active }])
  })

  test('is found by the loop when its webhook is lost', async () => {
    const owner = await world.account()
    const { id, payload } = await addCard(owner, numbers.authenticatedOnce)
    await authenticate(payload ?? '', 'confirm')
    await world.pool.query('delete from sandbox_card_event')
    world.clock.advance(60_000)
    await world.payments.keepCardsUp()
    expect(await rowsOf('select status from payment_method where id = $1', [id])).toEqual([{ status: Active }])
  })

  test.each([
    ['he fails', numbers.authenticatedOnce, 'fail'],
    ['his bank declines all the same', numbers.authenticatedThenDeclined, 'confirm'],
  ] as const)('is gone when %s', async (_, number, act) => {
    const owner = await world.account()
    const { payload } = await addCard(owner, number)
    await authenticate(payload ?? '', act)
    await runAfter(1_000)
    expect(
      await rowsOf('select removed_at is null as here from payment_method where account_id = $1', [owner.id]),
    ).toEqual([{ here: false }])
    expect(await cardsOf(owner)).toEqual([])
    expect(await countAttached(owner)).toBe(0)
  })

  test('is removed after a day without authentication', async () => {
    const owner = await world.account()
    await addCard(owner, numbers.authenticatedOnce)
    world.clock.advance(23 * HOUR)
    await world.payments.keepCardsUp()
    expect(await cardsOf(owner)).toHaveLength(1)
    world.clock.advance(4 * HOUR)
    await world.payments.keepCardsUp()
    expect(await cardsOf(owner)).toEqual([])
  })

  test('is one card when it is added twice, and the later page is used', async () => {
    const owner = await world.account()
    const [first, second] = [
      await addCard(owner, numbers.authenticatedOnce),
      await addCard(owner, numbers.authenticatedOnce),
    ]
    expect(second.id).toBe(first.id)
    expect(second.payload).not.toBe(first.payload)
    await authenticate(second.payload ?? '', 'confirm')
    await runAfter(1_000)
    expect(await cardsOf(owner)).toMatchObject([{ id: first.id, status: Active }])
  })

  test('cannot be authenticated from another origin', async () => {
    const owner = await world.account()
    const { payload } = await addCard(owner, numbers.authenticatedOnce)
    const page = payload ?? ''
    const foreign = await fetch(`${page}/confirm`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
      redirect: 'manual',
    })
    expect(foreign.status).toBe(403)
    expect(await cardsOf(owner)).toMatchObject([{ status: Pending }])
  })
})

describe('limits of cards', () => {
  test('allow five attempts an hour, also when many arrive at once', async () => {
    const owner = await world.account()
    const answers = await Promise.all(Array.from({ length: 12 }, () => tryCard(owner, numbers.declined)))
    const codes = answers.map(({ body }) => (body as { error: { code: string } }).error.code)
    expect(codes.filter((code) => code === 'card_declined')).toHaveLength(limits.tries.most)
    expect(codes.filter((code) => code === 'too_many_card_tries')).toHaveLength(12 - limits.tries.most)
    const refused = await tryCard(owner, numbers.visa)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await countAttached(owner)).toBe(0)
    world.clock.advance(HOUR)
    expect((await tryCard(owner, numbers.visa)).status).toBe(200)
  })

  test('allow ten cards', async () => {
    const owner = await world.account()
    const { id } = await addCard(owner)
    await world.pool.query(
      `insert into payment_method (account_id, id, channel, test, customer, remote_id, last4, exp_month, exp_year, brand, status, created_at)
       select account_id, uuidv7(), channel, test, customer, 'pm_' || n, '0001', 6, 2030, 'visa', 1, created_at
       from payment_method, generate_series(2, $2::int) n where id = $1`,
      [id, limits.most],
    )
    expect(await tryCard(owner, numbers.mastercard)).toMatchObject({
      status: 400,
      body: { error: { code: 'too_many_cards' } },
    })
    await world.pool.query("delete from payment_method where account_id = $1 and remote_id = 'pm_2'", [owner.id])
    const answers = await Promise.all([numbers.mastercard, numbers.unionpay].map((number) => tryCard(owner, number)))
    const taken = answers.filter(({ status }) => status === 200)
    expect(taken).toHaveLength(1)
    expect(await cardsOf(owner)).toHaveLength(limits.most)
    await world.payments.keepCardsUp()
    expect(await countAttached(owner)).toBe(2)
  })

  test.each([
    [AccountStatus.AllPaymentBlocked, 403, 'payments_blocked'],
    [AccountStatus.PayPalBlocked, 200, undefined],
    [AccountStatus.StripeBlocked, 403, 'channel_blocked'],
    [AccountStatus.AlipayBlocked, 200, undefined],
    [AccountStatus.WechatPayBlocked, 200, undefined],
  ])(
    'an account of status %i that adds a card gets %i, and can still list and remove its cards',
    async (to, status, code) => {
      const owner = await world.account()
      const { body } = await tryCard(owner, numbers.mastercard)
      await world.pool.query('update account set status = $2 where id = $1', [owner.id, to])
      const answer = await tryCard(owner, numbers.visa)
      expect([answer.status, code && answer.body]).toEqual([
        status,
        code && { error: expect.objectContaining({ code }) },
      ])
      const { id } = paymentMethods.add.reply.parse(body)
      expect(await owner.call(paymentMethods.remove, { params: { id } })).toEqual({})
    },
  )
})

describe('an invalid form', () => {
  const form = cardForm()
  const card = typed(numbers.visa)
  const long = 'x'.repeat(limits.lineMax + 1)
  test.each([
    ['type', { ...form, type: 'iban' }, 'invalid_request'],
    ['card', { ...form, card: undefined }, 'missing_params'],
    ['card', { ...form, card: { ...card, number: '42424242424' } }, 'invalid_request'],
    ['card', { ...form, card: { ...card, number: '4'.repeat(25) } }, 'invalid_request'],
    ['card', { ...form, card: { ...card, number: '4242 4242 4242 4242' } }, 'invalid_request'],
    ['card', { ...form, card: { ...card, number: 4_242_424_242_424_242 } }, 'invalid_request'],
    ['card', { ...form, card: { ...card, exp_month: 0 } }, 'invalid_request'],
    ['card', { ...form, card: { ...card, exp_month: 13 } }, 'invalid_request'],
    ['card', { ...form, card: { ...card, exp_month: 1.5 } }, 'invalid_request'],
    ['card', { ...form, card: { ...card, exp_year: 30 } }, 'invalid_request'],
    ['card', { ...form, card: { ...card, exp_year: 2100 } }, 'invalid_request'],
    ['card', { ...form, card: { ...card, cvc: '12' } }, 'invalid_request'],
    ['card', { ...form, card: { ...card, cvc: '1234' } }, 'invalid_request'],
    ['card', { ...form, card: { ...card, cvc: undefined } }, 'invalid_request'],
    ['card', { ...form, card: { ...card, token: 'tok_visa' } }, 'invalid_request'],
    ['card', { ...form, card: { token: 'tok visa' } }, 'invalid_request'],
    ['card', { ...form, card: { token: '' } }, 'invalid_request'],
    ['billing_name', { ...form, billing_name: ' ' }, 'invalid_request'],
    ['billing_name', { ...form, billing_name: undefined }, 'missing_params'],
    ['billing_name', { ...form, billing_name: long }, 'invalid_request'],
    ['addr_country', { ...form, addr_country: 'us' }, 'invalid_request'],
    ['addr_country', { ...form, addr_country: 'USA' }, 'invalid_request'],
    ['addr_line1', { ...form, addr_line1: '12345' }, 'invalid_request'],
    ['addr_line1', { ...form, addr_line1: long }, 'invalid_request'],
    ['addr_line2', { ...form, addr_line2: long }, 'invalid_request'],
    ['addr_city', { ...form, addr_city: '' }, 'invalid_request'],
    ['addr_state', { ...form, addr_state: '\0' }, 'invalid_request'],
    ['addr_zip', { ...form, addr_zip: undefined }, 'missing_params'],
    ['extra', { ...form, extra: 1 }, 'restricted_params'],
  ])('is refused with its field %s (%#)', async (field, body, code) => {
    const owner = await world.account()
    const answer = await owner.ask(paymentMethods.add, { body })
    const { error } = answer.body as { error: { code: string; field?: string } }
    expect([answer.status, error.code]).toEqual([400, code])
    expect(error.field === field || error.field?.startsWith(`${field}.`)).toBe(true)
    expect(await cardsOf(owner)).toEqual([])
  })

  test.each([
    { ...form, [numbers.visa]: 1 },
    { ...form, card: { [numbers.visa]: numbers.visa } },
    { ...form, addr_country: numbers.visa },
    { ...form, '4242 4242-4242 4242': 1 },
    numbers.visa,
    [numbers.visa],
  ])('is refused without repeating a card number in any place (%#)', async (body) => {
    const owner = await world.account()
    const answer = await owner.ask(paymentMethods.add, { body })
    expect([400, 415]).toContain(answer.status)
    expect(JSON.stringify(answer).replaceAll(/[ -]/g, '')).not.toContain(numbers.visa)
  })

  test.each([{ type: 'iban' }, {}, { type: 'card', limit: '5' }])(
    'a list of another type is refused (%#)',
    async (query) => {
      expect((await (await world.account()).ask(paymentMethods.list, { query })).status).toBe(400)
    },
  )
})

describe('an account with cards at a real provider', () => {
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', PUBLIC_URL: 'http://localhost' }
  const nobody = { STRIPE_API_BASE: 'http://127.0.0.1:9' }

  const at = async (env: Record<string, string>, work: (real: World) => Promise<void>): Promise<void> => {
    const real = await newWorld({ ...stripe, ...nobody, ...env })
    try {
      await work(real)
    } finally {
      await real.close()
    }
  }
  const codeOf = async (owner: SignedIn, card: string | object): Promise<unknown> =>
    ((await tryCard(owner, card)).body as { error: { code: string } }).error.code

  test('is refused a card number before any of it is read', () =>
    at({}, async (real) => {
      const owner = await real.account()
      for (const body of [cardForm(), cardForm({ token: 'tok_visa' }), 'no card at all']) {
        const answer = await owner.ask(paymentMethods.add, { body })
        expect(answer).toMatchObject({ status: 400, body: { error: { code: 'card_token_required' } } })
      }
      expect((await owner.call(topUp.get)).cards).toBeNull()
    }))

  test('can add a token made by the provider’s form', () =>
    at({ STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, async (real) => {
      const owner = await real.account()
      expect(await codeOf(owner, numbers.visa)).toBe('card_token_required')
      expect(await codeOf(owner, { token: 'tok_visa' })).toBe('payment_unreachable')
      const mainland = await real.account({ partition: 'cn' })
      expect((await owner.call(topUp.get)).cards).toEqual({ take: 'tokens', publishable_key: 'pk_test_1' })
      expect((await mainland.call(topUp.get)).cards).toEqual({ take: 'numbers' })
    }))

  test('gets the provider’s form settings in the mainland too, where that provider holds its cards', () =>
    at({ STRIPE_PUBLISHABLE_KEY: 'pk_test_1', CARD_PROVIDER_CN: 'stripe' }, async (real) => {
      const { cards } = await (await real.account({ partition: 'cn' })).call(topUp.get)
      expect(cards).toEqual({ take: 'tokens', publishable_key: 'pk_test_1' })
    }))

  test('can add a card number where the operator may accept numbers (ruling 9)', () =>
    at({ CARD_RAW: '1' }, async (real) => {
      const owner = await real.account()
      expect(await codeOf(owner, numbers.visa)).toBe('payment_unreachable')
      expect((await owner.call(topUp.get)).cards).toEqual({ take: 'numbers' })
      const mainland = await real.account({ partition: 'cn' })
      expect(await real.db.selectFrom('payment_customer').selectAll().execute()).toEqual([])
      expect((await cardsOf(mainland)).length).toBe(0)
    }))

  test('cannot add a card without a provider and a sandbox', async () => {
    const real = await newWorld({ SANDBOX: '0', PUBLIC_URL: 'http://localhost' })
    try {
      const owner = await real.account()
      expect(await cardsOf(owner)).toEqual([])
      expect(await codeOf(owner, numbers.visa)).toBe('channel_unavailable')
      expect((await owner.call(topUp.get)).cards).toBeNull()
    } finally {
      await real.close()
    }
  })
})

test('an incomplete agreement is refused', async () => {
  const owner = await world.account()
  const { id } = await addCard(owner)
  const update = world.db.updateTable('payment_method').where('id', '=', id)
  await expect(update.set({ ...consents, consent_text: null }).execute()).rejects.toThrow()
  await expect(update.set(consents).execute()).resolves.toBeDefined()
})

test('a token of the sandbox adds a card', async () => {
  const owner = await world.account()
  for (const [token, last4] of [
    ['tok_visa', '4242'],
    ['pm_card_mastercard', '4444'],
  ] as const) {
    expect((await tryCard(owner, { token })).body).toMatchObject({ card: { last4 }, status: Active })
  }
  expect(await tryCard(owner, { token: 'tok_unknown' })).toMatchObject({ status: 400 })
})

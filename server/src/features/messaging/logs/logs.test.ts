import { audit } from '@hongyan/contract/endpoints/account/audit'
import { messages, type Message } from '@hongyan/contract/endpoints/messaging/messages'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { crashed } from '../../../../test/crashed.ts'
import { newBroadcast } from '../../../../test/broadcast-rows.ts'
import { insertMessages } from '../../../../test/message-rows.ts'
import { idOf } from '../../../../test/routed.ts'
import { eventually, newSender } from '../../../../test/sender.ts'
import { newSignature, newTemplate } from '../../../../test/senders.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const { Delivered, Rejected, Undelivered, Failed, Expired } = MessageStatus

/** Waits until every message of an account has reached a status of the sandbox's magic numbers. */
const settled = (owner: SignedIn, count: number): Promise<readonly Message[]> =>
  eventually(
    () => owner.call(messages.list),
    (rows) => rows.length === count && rows.every(({ done_at: at }) => at !== null),
  )

const US = '+1206555'

interface Sent {
  readonly owner: SignedIn
  readonly rows: readonly Message[]
  readonly credential: string
  readonly template: string
  readonly signature: string
}

/** An account whose five messages ended in five ways, the last one by template under a sender ID. */
async function newLog(): Promise<Sent> {
  const owner = await world.account()
  const { id: signature, name } = await newSignature(world, owner)
  const { id: template } = await newTemplate(world, owner, { code: 'shipped' })
  const { send, credential } = await newSender(world, owner)
  await send({ to: [`${US}0001`, `${US}0002`, `${US}0003`, `${US}0004`], text: 'Hello', clientRef: 'order-77' })
  world.clock.set(new Date(world.clock.now().getTime() + 1_000))
  const byTemplate = { templateId: 'shipped', templateData: { order: 'B77' }, signature: name }
  await send({ to: '+447400123477', ...byTemplate })
  return { owner, rows: await settled(owner, 5), credential, template, signature }
}

describe('the log of messages', () => {
  let sent: Sent
  beforeAll(async () => {
    sent = await newLog()
  })

  test('shows the newest message first, with its sender, template, text, price and what became of its money', () => {
    const [newest, ...others] = sent.rows
    expect(newest).toMatchObject({
      to: '+44 740••• ••77',
      country: 'GB',
      status: Delivered,
      template: { id: sent.template, name: expect.stringMatching(/\S/), version: 1 },
      credential: { id: sent.credential },
      text: 'Your order B77 has shipped.',
      parts: 1,
      money: 'charged',
      price: '0.042000',
      reason: null,
    })
    expect(new Set(others.map(({ status, money }) => `${status} ${money}`))).toEqual(
      new Set([`${Rejected} released`, `${Undelivered} charged`, `${Expired} charged`, `${Failed} charged`]),
    )
  })

  test.each<[object, readonly number[]]>([
    [{ status: '5,11' }, [Undelivered, Expired]],
    [{ status: '0,1,2' }, []],
    [{ recipient: `${US}0002` }, [Undelivered]],
    [{ recipient: '0003' }, [Expired]],
    [{ ref: 'order-77' }, [Rejected, Undelivered, Expired, Failed]],
    [{ ref: 'order-7' }, []],
    [{ country: 'GB' }, [Delivered]],
    [{ scene: 1 }, []],
    [{ error: 'undelivered' }, [Undelivered]],
    [{ billed_undelivered: 'true' }, [Undelivered, Expired, Failed]],
    [{ price_min: '0.01', country: 'GB' }, [Delivered]],
    [{ price_max: '0.000001' }, []],
  ])('with the filter %j has the messages of statuses %j', async (query, statuses) => {
    const rows = await sent.owner.call(messages.list, { query })
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(statuses))
    expect(rows).toHaveLength(statuses.length)
  })

  test.each([
    {},
    { status: '4,5' },
    { country: 'US' },
    { upstream: 'sandbox' },
    { upstream: 'other' },
    { ref: 'order-77' },
  ])('has the totals of the messages under the filter %j', async (query) => {
    const rows = await sent.owner.call(messages.list, { query })
    const charged = rows.filter(({ money }) => money === 'charged').reduce((sum, { price }) => sum + Number(price), 0)
    const arrived = rows.filter(({ status }) => status === Delivered)
    const spans = arrived.map((row) => Date.parse(row.done_at ?? '') - Date.parse(row.accepted_at))
    expect(await sent.owner.call(messages.summary, { query })).toEqual({
      messages: rows.length,
      delivered: arrived.length,
      charged: charged.toFixed(6),
      currency: 'USD',
      median: spans[0] ?? null,
      exact: true,
      read: query.ref === undefined ? 5 : 4,
    })
  })

  test('finds a message by its template, sender ID, credential, id and request, and the send API’s spelling of both', async () => {
    const [newest] = sent.rows
    const { template, signature, credential } = sent
    if (newest === undefined) throw new Error('no message')
    const { id, request_id: request } = newest
    const queries = [
      { template, credential },
      { signature },
      ...[id, id.replaceAll('-', ''), request].map((ref) => ({ ref })),
    ]
    for (const query of queries) {
      const rows = await sent.owner.call(messages.list, { query })
      expect(rows.map((row) => row.id)).toEqual([id])
    }
  })

  test('pages by key repeat no message and leave none out, and the first page has the total', async () => {
    const seen: string[] = []
    let before: unknown
    do {
      const { headers, body } = await sent.owner.ask(messages.list, {
        query: { limit: 2, ...(before ? { before } : {}) },
      })
      seen.push(...(body as Message[]).map(({ id }) => id))
      expect(headers['x-total-count']).toBe(before ? undefined : '5')
      before = headers['x-next-before']
    } while (before !== undefined)
    expect(seen).toEqual(sent.rows.map(({ id }) => id))
    const behind = await sent.owner.call(messages.list, { query: { limit: 2, offset: 3 } })
    expect(behind.map(({ id }) => id)).toEqual(seen.slice(3))
  })

  test('holds the last 24 hours unless days, a recipient or a reference are named', async () => {
    const now = world.clock.now()
    world.clock.set(new Date(now.getTime() + 25 * 3_600_000))
    const day = now.toISOString().slice(0, 10)
    const counts = []
    const keys = [{ ref: 'order-77' }, { recipient: `${US}0002` }, { recipient: '0002' }]
    for (const query of [{}, { from: day }, { from: day, to: day }, ...keys]) {
      counts.push((await sent.owner.call(messages.list, { query })).length)
    }
    world.clock.set(now)
    expect(counts).toEqual([0, 5, 5, 4, 1, 1])
  })

  test.each([
    [{ from: '2026-01-01', to: '2026-06-01' }, 'range_too_wide', 'from'],
    [{ from: '2026-11-02', to: '2026-11-01' }, 'invalid_request', 'to'],
    [{ recipient: '+1206' }, 'invalid_request', 'recipient'],
    [{ recipient: 'Mei' }, 'invalid_request', 'recipient'],
    [{ status: '12' }, 'invalid_request', 'status'],
    [{ status: 'four' }, 'invalid_request', 'status'],
  ])('refuses the filter %j as %s', async (query, code, field) => {
    const { status, body } = await sent.owner.ask(messages.list, { query })
    expect([status, body]).toMatchObject([400, { error: { code, field: expect.stringContaining(field) } }])
  })

  test('explains a failed message in the caller’s language, and shows the entries that moved its money', async () => {
    const id = sent.rows.find(({ status }) => status === Undelivered)?.id
    if (id === undefined) throw new Error('no message')
    const english = await sent.owner.call(messages.get, { params: { id } })
    expect(english).toMatchObject({
      reason: { code: 'undelivered', side: expect.any(String) },
      upstream_code: 'UNDELIV',
      currency: 'USD',
      hold: { id: expect.any(String) },
      settle: { id: expect.any(String) },
      route: null,
    })
    const chinese = await sent.owner.ask(messages.get, { params: { id }, headers: { 'accept-language': 'zh-CN' } })
    expect((chinese.body as Message).reason?.what).toMatch(/\p{Script=Han}/u)
    expect(english.reason?.what).not.toMatch(/\p{Script=Han}/u)
  })

  test('tells the story of a message: accepted, taken by the upstream, and its receipt', async () => {
    const id = sent.rows.find(({ status }) => status === Undelivered)?.id
    if (id === undefined) throw new Error('no message')
    const events = await sent.owner.call(messages.events, { params: { id } })
    expect(events.map(({ source, status, attempt }) => [source, status, attempt])).toEqual([
      ['hongyan', MessageStatus.Accepted, null],
      ['upstream', MessageStatus.Sent, 1],
      ['receipt', Undelivered, null],
    ])
    expect(events[2]).toMatchObject({ upstream_code: 'UNDELIV', applied: true, reason: { code: 'undelivered' } })
  })

  test('reveals the whole number once asked, which the audit log records without the number', async () => {
    const id = sent.rows[0]?.id
    if (id === undefined) throw new Error('no message')
    expect(await sent.owner.call(messages.reveal, { params: { id } })).toEqual({ recipient: '+447400123477' })
    const entries = await eventually(
      () => sent.owner.call(audit.list, { query: { action: 'messages.reveal' } }),
      (found) => found[0]?.outcome === 'done',
    )
    expect(entries).toMatchObject([{ subject: id, changes: [] }])
    expect(JSON.stringify(entries)).not.toContain('447400123477')
    await world.pool.query('delete from message_body where account_id = $1 and id = $2', [sent.owner.id, id])
    expect(await sent.owner.ask(messages.reveal, { params: { id } })).toMatchObject({
      status: 410,
      body: { error: { code: 'content_expired' } },
    })
    expect(await sent.owner.call(messages.get, { params: { id } })).toMatchObject({ text: null, to: '••• ••77' })
  })
})

describe('the log of 2,500 messages', () => {
  const COUNT = 2_500
  /** The messages to France. */
  const RARE = [40, 1_200, 2_499]
  let owner: SignedIn
  let ids: readonly string[]
  beforeAll(async () => {
    owner = await world.account()
    const from = new Date(world.clock.now().getTime() - COUNT)
    ids = await insertMessages(world.pool, { account: owner.id, count: COUNT, from })
    const rare = RARE.map((nr) => ids[nr])
    await world.pool.query(`update message set country = 'FR' where account_id = $1 and id = any($2)`, [owner.id, rare])
  })

  const page = async (query: object): Promise<readonly [ids: string[], total: unknown, next: unknown]> => {
    const { headers, body } = await owner.ask(messages.list, { query })
    const found = (body as Message[]).map(({ id }) => id)
    return [found, headers['x-total-count'], headers['x-next-before']]
  }

  test('has each message of a rare filter on one page, however far they lie apart', async () => {
    const rare = RARE.toReversed().map((nr) => ids[nr])
    for (const limit of [1, 2]) {
      const seen: string[] = []
      let before: unknown
      do {
        const [found, total, next] = await page({ country: 'FR', limit, ...(before ? { before } : {}) })
        expect(total).toBe(before ? undefined : String(RARE.length))
        seen.push(...found)
        before = next
      } while (before !== undefined)
      expect(seen).toEqual(rare)
    }
  })

  test('has its total on the first page, and goes on behind it without one', async () => {
    const [first, total, next] = await page({ limit: 100 })
    expect([first, total]).toEqual([ids.slice(-100).toReversed(), String(COUNT)])
    expect(await page({ limit: 100, before: next })).toEqual([
      ids.slice(-200, -100).toReversed(),
      undefined,
      ids.at(-200),
    ])
  })

  test('has totals of its newest 2,000 messages, which say so', async () => {
    expect(await owner.call(messages.summary)).toMatchObject({ messages: 2_000, read: 2_000, exact: false })
    expect(await owner.call(messages.summary, { query: { country: 'FR' } })).toMatchObject({
      messages: 2,
      read: 2_000,
    })
  })
})

test('the log and its totals have the messages of one broadcast, of any, and of neither broadcast nor credential', async () => {
  const owner = await world.account()
  const { send } = await newSender(world, owner)
  await send({ to: [`${US}0101`, `${US}0102`, `${US}0103`], text: 'Hello' })
  const [one, two, three] = await settled(owner, 3)
  const broadcast = await newBroadcast(world, owner, { name: 'Autumn sale' })
  const mark = 'update message set credential_id = null, broadcast_id = $3 where account_id = $1 and id = any($2)'
  await world.pool.query(mark, [owner.id, [one?.id, two?.id], broadcast])
  await world.pool.query(mark, [owner.id, [three?.id], null])
  const found = async (query: Readonly<Record<string, string>>, by = owner) =>
    (await by.call(messages.list, { query })).map(({ id }) => id)
  expect(await found({ broadcast })).toEqual([one?.id, two?.id])
  expect(await found({ broadcast: 'any' })).toEqual([one?.id, two?.id])
  expect(await found({ credential: 'none' })).toEqual([three?.id])
  expect(await found({ broadcast }, await world.account())).toEqual([])
  expect(await owner.call(messages.list, { query: { broadcast } })).toMatchObject([
    { broadcast: { id: broadcast, name: 'Autumn sale' }, credential: null },
    { broadcast: { id: broadcast } },
  ])
  expect(await owner.call(messages.summary, { query: { broadcast } })).toMatchObject({ messages: 2 })
})

test('the messages of a broadcast are found after the last 24 hours too', async () => {
  const owner = await world.account()
  const now = world.clock.now()
  const broadcast = await newBroadcast(world, owner, { name: 'Last week' })
  const from = new Date(now.getTime() - 7 * 86_400_000)
  const ids = await insertMessages(world.pool, { account: owner.id, count: 2, from })
  await world.pool.query('update message set broadcast_id = $2 where account_id = $1', [owner.id, broadcast])
  const rows = await owner.call(messages.list, { query: { broadcast } })
  expect(rows.map(({ id }) => id)).toEqual(ids.toReversed())
})

/** A message that the sandbox put off, and that waits for its second attempt for longer than a test lasts. */
async function newWaiting(owner: SignedIn): Promise<string> {
  const { send } = await newSender(world, owner)
  await send({ to: `${US}0007`, text: 'Hello' })
  const later = () =>
    world.pool.query<{ id: string }>(
      `update deferred set due_at = now() + interval '1 hour' where account_id = $1 returning id`,
      [owner.id],
    )
  const { rows } = await eventually(later, (found) => found.rows.length === 1)
  return rows[0]?.id ?? ''
}

test('a message between two attempts is still sending in the log', async () => {
  const owner = await world.account()
  const id = await newWaiting(owner)
  expect(await owner.call(messages.list, { query: { status: '2' } })).toMatchObject([
    { id, status: MessageStatus.Sending, money: 'held' },
  ])
  expect(await owner.call(messages.list, { query: { status: '1' } })).toEqual([])
})

describe('a message that is cancelled', () => {
  test('while it waits ends at once, free of charge and in its timeline, and stays cancelled when it is cancelled again', async () => {
    const owner = await world.account({ balance: '1' })
    const id = await newWaiting(owner)
    const cancelled = await owner.call(messages.cancel, { params: { id } })
    expect(cancelled).toMatchObject({
      status: Rejected,
      money: 'released',
      reason: { code: 'cancelled', side: 'customer' },
      done_at: expect.any(String),
    })
    expect(await owner.call(messages.cancel, { params: { id } })).toEqual(cancelled)
    const events = await owner.call(messages.events, { params: { id } })
    expect(events.at(-1)).toMatchObject({ source: 'hongyan', status: Rejected, reason: { code: 'cancelled' } })
    const { rows } = await world.pool.query(
      `select paid_micros as paid, held_micros as held, (select count(*) from deferred d where d.account_id = $1) as left,
        (select parts from backlog where account_id = $1) as backlog from balance where account_id = $1`,
      [owner.id],
    )
    expect(rows).toEqual([{ paid: 1_000_000n, held: 0n, left: 0n, backlog: 0n }])
    const entries = await eventually(
      () => owner.call(audit.list, { query: { action: 'messages.cancel' } }),
      (found) => found.length === 2 && found.every(({ outcome }) => outcome === 'done'),
    )
    expect(entries.map(({ subject, changes }) => [subject, changes])).toEqual(
      expect.arrayContaining([[id, [{ field: 'status', before: '0', after: '8' }]]]),
    )
  })

  test('after it was handed over is refused with the message as it is', async () => {
    const owner = await world.account()
    const { send } = await newSender(world, owner)
    await send({ to: `${US}0001`, text: 'Hello' })
    const [row] = await settled(owner, 1)
    if (row === undefined) throw new Error('no message')
    expect(await owner.ask(messages.cancel, { params: { id: row.id } })).toMatchObject({
      status: 409,
      body: { error: { code: 'state_conflict', details: { current: { id: row.id, status: Rejected } } } },
    })
  })
})

describe('a message that is sent again', () => {
  test('a message that is sent again becomes a new one, with the same text and reference, at the price that was shown', async () => {
    const owner = await world.account({ balance: '1' })
    const { send } = await newSender(world, owner)
    await send({ to: `${US}0002`, text: 'Your parcel is here.', clientRef: 'order-78' })
    const [old] = await settled(owner, 1)
    if (old === undefined) throw new Error('no message')
    const prepared = await owner.call(messages.prepare, { params: { id: old.id } })
    expect(prepared).toMatchObject({ to: old.to, text: old.text, parts: 1, price: old.price, currency: 'USD' })
    const call = { params: { id: old.id }, headers: { 'idempotency-key': 'again' } }
    const { id } = await owner.call(messages.resend, call)
    expect(await owner.call(messages.resend, call)).toEqual({ id })
    await crashed(world, owner)
    expect(await owner.call(messages.resend, call)).toEqual({ id })
    const rows = await settled(owner, 2)
    expect(rows.map((row) => row.id)).toEqual([id, old.id])
    expect(rows[0]).toMatchObject({ text: old.text, client_ref: 'order-78', price: old.price, credential: null })
    expect(rows[1]).toEqual(old)
  })

  test('by template is by the same template again', async () => {
    const owner = await world.account()
    const { name } = await newSignature(world, owner)
    const { id: template } = await newTemplate(world, owner, { code: 'shipped' })
    const { send } = await newSender(world, owner)
    await send({ to: `${US}0000`, templateId: 'shipped', templateData: { order: 'B77' }, signature: name })
    const [old] = await settled(owner, 1)
    if (old === undefined) throw new Error('no message')
    await owner.call(messages.resend, { params: { id: old.id } })
    const [again] = await settled(owner, 2)
    expect(again).toMatchObject({ text: old.text, sender: old.sender, scene: old.scene })
    expect([old.template?.id, again?.template?.id]).toEqual([template, template])
  })

  test('a message that a mainland account sent abroad without a name in its text is sent again', async () => {
    const owner = await world.account({ partition: 'cn', sms_wildcard: JSON.stringify(['signature']) })
    const { send } = await newSender(world, owner)
    const templateData = { order: 'B77', time: '2026-11-24' }
    await send({ to: `${US}0000`, templateId: 'pub_order_shipped_en', templateData, signature: 'Hongyan' })
    const [old] = await settled(owner, 1)
    if (old === undefined) throw new Error('no message')
    await owner.call(messages.resend, { params: { id: old.id } })
    const [again] = await settled(owner, 2)
    expect(again).toMatchObject({ text: old.text, sender: old.sender, template: { id: 'pub_order_shipped_en' } })
  })

  test('a code, a message whose text is gone, and a price beyond the balance are not sent again', async () => {
    const owner = await world.account({ balance: '0.03' })
    const { send } = await newSender(world, owner)
    await send({ to: `${US}0000`, text: 'Your code is 204817.', scene: 1 })
    await send({ to: `${US}0000`, text: 'Hello' })
    await settled(owner, 2)
    const rows = await owner.call(messages.list)
    const [code, plain = ''] = [1, 2].map((scene): string | undefined => rows.find((row) => row.scene === scene)?.id)
    expect(rows.find(({ id }) => id === code)?.text).not.toMatch(/\d/)
    const codeOf = async (id: string | undefined) => {
      const { body } = await owner.ask(messages.resend, { params: { id } })
      return (body as { error?: { code: string } }).error?.code
    }
    expect(await codeOf(code)).toBe('code_not_kept')
    await owner.call(messages.resend, { params: { id: plain } })
    expect(await codeOf(plain)).toBe('insufficient_funds')
    await world.pool.query('delete from message_body where account_id = $1', [owner.id])
    expect(await codeOf(plain)).toBe('content_expired')
  })
})

test('a message shows the sender that recipients saw, and apart from it the account’s own, which a request may name', async () => {
  const owner = await world.account()
  const { name } = await newSignature(world, owner)
  const { send } = await newSender(world, owner)
  const replies = [
    await send({ to: `${US}0000`, text: 'Hello', scene: 3 }),
    await send({ to: `${US}0000`, text: 'Hello', signature: name }),
  ]
  const details = await Promise.all(replies.map((reply) => owner.call(messages.get, { params: { id: idOf(reply) } })))
  expect(details).toMatchObject([
    { sender: expect.stringMatching(/^\+1/), own_sender: null, scene: 3 },
    { sender: expect.stringMatching(/^\+1/), own_sender: name, scene: 2 },
  ])
  for (const { text, scene, own_sender: own } of details) {
    const again = { to: `${US}0000`, text, scene, ...(own !== null && { signature: own }) }
    expect((await send(again)).body.code).toBe('0')
  }
})

test('a message has the kind of receipts of its country, where one is known', async () => {
  const owner = await world.account()
  const { send } = await newSender(world, owner)
  await send({ to: ['+5511961234567', `${US}0000`], text: 'Hello' })
  const rows = await settled(owner, 2)
  const kinds = rows.map(({ country, receipt }) => [country, receipt])
  expect(Object.fromEntries(kinds)).toEqual({ BR: 'network', US: null })
})

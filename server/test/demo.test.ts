import { account } from '@hongyan/contract/endpoints/account/account'
import { audit } from '@hongyan/contract/endpoints/account/audit'
import { notices } from '@hongyan/contract/endpoints/account/notices'
import { session } from '@hongyan/contract/endpoints/account/session'
import { invoices } from '@hongyan/contract/endpoints/finance/invoices'
import { paymentMethods } from '@hongyan/contract/endpoints/finance/payment-methods'
import { refunds } from '@hongyan/contract/endpoints/finance/refunds'
import { transactions } from '@hongyan/contract/endpoints/finance/transactions'
import { countries } from '@hongyan/contract/endpoints/messaging/countries'
import { DAY } from '@hongyan/contract/durations'
import { smsDlr } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { broadcasts } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { supportStatus } from '@hongyan/contract/endpoints/support/status'
import { tickets } from '@hongyan/contract/endpoints/support/tickets'
import { exports } from '@hongyan/contract/endpoints/messaging/exports'
import { messages } from '@hongyan/contract/endpoints/messaging/messages'
import { routing } from '@hongyan/contract/endpoints/messaging/routing'
import { upstreamMappings, upstreams } from '@hongyan/contract/endpoints/messaging/upstreams'
import { verification } from '@hongyan/contract/endpoints/account/verification'
import { recipients } from '@hongyan/contract/endpoints/messaging/recipients'
import { signatures } from '@hongyan/contract/endpoints/messaging/signatures'
import { templates } from '@hongyan/contract/endpoints/messaging/templates'
import { ipRestriction } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { statistics } from '@hongyan/contract/endpoints/messaging/statistics'
import { micros, parseMicros } from '@hongyan/contract/money'
import { MessageId, TicketId } from '@hongyan/contract/ids'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { InvoiceStatus, TradeDirection, TransactionStatus } from '@hongyan/contract/vocabulary/payment'
import { ExportJobStatus, SendJobStatus } from '@hongyan/contract/vocabulary/job'
import { WebhookDeliveryState } from '@hongyan/contract/vocabulary/webhook'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examine } from '../src/compose/checks.ts'
import { demoAtStart, demoDeps } from '../src/compose/demo.ts'
import { seedDemo } from '../src/features/demo/seed.ts'
import { demoSignIns } from '../src/features/demo/sign-ins.ts'
import { findings } from './payer.ts'
import { patient } from './patience.ts'
import { textOf } from './pdf-text.ts'
import { review } from './submissions.ts'
import { cookieOf, newWorld, type Visitor, type World } from './world.ts'

/** The demo account by its email address, signed in. */
type Owners = Readonly<Record<'us' | 'cn' | 'credit', Visitor>>

let world: World
let owners: Owners
let wrongBefore: readonly string[]
beforeAll(async () => {
  world = await newWorld()
  wrongBefore = await wrongOf(world)
  await demoAtStart(world)
  owners = await signIn(world)
}, patient(120_000))
afterAll(() => world.close())

const wrongOf = async (of: World): Promise<readonly string[]> =>
  (await examine(of)).filter(({ ok }) => !ok).map(({ text }) => text)

async function signIn(of: World): Promise<Owners> {
  const visit = async (email: string): Promise<Visitor> => {
    const answer = await of.visitor().ask(session.create, { body: { identifier: email, password: 'hongyan-demo' } })
    return of.visitor({ cookie: cookieOf(answer) })
  }
  return {
    us: await visit('demo@hongyan.example'),
    cn: await visit('demo.cn@hongyan.example'),
    credit: await visit('demo.credit@hongyan.example'),
  }
}

const each = (run: (owner: Visitor, name: keyof Owners) => Promise<void>): Promise<unknown> =>
  Promise.all([run(owners.us, 'us'), run(owners.cn, 'cn'), run(owners.credit, 'credit')])

const amountOf = (decimal: string): bigint => parseMicros(decimal) ?? micros(0n)

async function linesOf(owner: Visitor) {
  const pages = await Promise.all(
    [0, 100, 200, 300].map((offset) => owner.call(transactions.list, { query: { limit: 100, offset } })),
  )
  return pages.flat()
}

/** The rows of every table, as counts. */
async function rowCounts(of: World): Promise<unknown> {
  const { rows: tables } = await of.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*) from ${name}`)
  return (await of.pool.query(counts.join(' union all '))).rows
}

test('the demo has an international, a mainland and a credit account, and its sign-ins are printed in this order', async () => {
  expect(await demoSignIns(world.db)).toEqual(
    ['demo@hongyan.example', 'demo.cn@hongyan.example', 'demo.credit@hongyan.example'].map((identifier) => ({
      identifier,
      password: 'hongyan-demo',
    })),
  )
  expect(await owners.us.call(account.get)).toMatchObject({ fullname: 'Mei Tan', currency: 'USD', avatar_url: null })
  expect(await owners.cn.call(account.get)).toMatchObject({ fullname: '陈嘉禾', currency: 'CNY', demo: true })
  expect(await owners.credit.call(account.get)).toMatchObject({ fullname: 'Nora Lind', currency: 'USD' })
})

test('the balance of each demo account is the sum of its transactions', async () => {
  await each(async (owner) => {
    const { balance_amount: balance } = await owner.call(account.get)
    const { closing, held } = await owner.call(transactions.summary, { query: {} })
    const posted = (await linesOf(owner)).filter(({ balance_after: after }) => after !== null)
    const signed = posted.map(({ amount, direction }) =>
      direction === TradeDirection.In ? amountOf(amount) : -amountOf(amount),
    )
    expect([closing, held]).toEqual([balance, '0.000000'])
    expect(signed.reduce((sum, amount) => sum + amount, 0n)).toBe(amountOf(balance))
  })
})

test('home, messages and usage lines of each demo account have the same figures for each of 31 days', async () => {
  await each(async (owner) => {
    const { id } = await owner.call(account.get)
    const days = await owner.call(statistics.summary, { query: { period: '30d' } })
    const { rows } = await world.pool.query<{ day: string; total: bigint; delivered: bigint; charged: bigint }>(
      `select (m.accepted_at at time zone a.time_zone)::date as day, count(m.hold_entry) as total,
         count(*) filter (where m.status = 4) as delivered, count(*) filter (where m.status <> 8) as charged
       from message m join account a on a.id = m.account_id where a.id = $1 group by 1`,
      [id],
    )
    const stored = new Map(rows.map((row) => [row.day, row]))
    const usage = new Map(
      (await linesOf(owner)).flatMap(({ day, description: { kind, messages } }) =>
        kind === 'usage' ? [[day, messages] as const] : [],
      ),
    )
    expect(days).toHaveLength(31)
    expect(days.slice(0, -1).every(({ msg_cnt: messages }) => messages > 0)).toBe(true)
    expect(days.map(({ date, msg_cnt: total, succ_msg_cnt: delivered }) => ({ date, total, delivered }))).toEqual(
      days.map(({ date }) => ({
        date,
        total: Number(stored.get(date)?.total ?? 0),
        delivered: Number(stored.get(date)?.delivered ?? 0),
      })),
    )
    expect(days.map(({ date }) => usage.get(date) ?? 0)).toEqual(
      days.map(({ date }) => Number(stored.get(date)?.charged ?? 0)),
    )
  })
})

test('the prepaid demo accounts topped up in three ways, got a refund, cancelled an order and were recharged', async () => {
  for (const [owner, methods] of [
    [owners.us, ['card', 'paypal', 'applepay', 'cash']],
    [owners.cn, ['wxpay', 'alipay', 'cash']],
  ] as const) {
    const lines = await linesOf(owner)
    const kinds = lines.map(({ description: { kind } }) => kind)
    expect(lines.map(({ method }) => method)).toEqual(expect.arrayContaining([...methods]))
    expect(kinds).toEqual(expect.arrayContaining(['topup', 'credit', 'gift', 'refund', 'usage']))
    expect(lines.some(({ description: { auto } }) => auto === true)).toBe(true)
    expect(lines.some(({ status }) => status === TransactionStatus.Failed)).toBe(true)
  }
  const refund = (await linesOf(owners.us)).find(({ description: { kind } }) => kind === 'refund')
  expect(refund).toMatchObject({ method: 'paypal', amount: '30.000000' })
  const cashback = (await linesOf(owners.cn)).find(({ description: { kind } }) => kind === 'cashback')
  expect(cashback).toMatchObject({ amount: '4.980000' })
})

test('each demo account is verified by a reviewer, one after a rejection, and one has a new submission in review', async () => {
  await each(async (owner) => {
    const { valid } = await owner.call(verification.get)
    expect(valid).toMatchObject({ status: ReviewStatus.Approved, reasons: [] })
    expect(await owner.call(account.get)).toMatchObject({ realname_auth: true })
  })
  expect(
    await Promise.all(Object.values(owners).map(async (owner) => (await owner.call(account.get)).realname_info.name)),
  ).toEqual(['Lumen Parcel', '云帆速递', 'Harbor Tickets'])
  const kinds = (await owners.cn.call(notices.list)).notices.map(({ kind }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['verification_rejected', 'verification_approved']))
  const { current } = await owners.credit.call(verification.get)
  expect(current).toMatchObject({
    status: ReviewStatus.Pending,
    documents: [{ field: 'id_document', name: 'licence.pdf' }],
  })
  expect((await review(world, 'list')).line).toContain('demo.credit@hongyan.example, in review')
})

test('the demo accounts have sender IDs and templates in every state of a review', async () => {
  const { us, cn } = owners
  const statuses = (rows: readonly { readonly status: ReviewStatus }[]) => [
    ...new Set(rows.map(({ status }) => status)),
  ]
  const [signed, written] = [
    [await us.call(signatures.list), await cn.call(signatures.list)].flat(),
    [await us.call(templates.list), await cn.call(templates.list)].flat(),
  ]
  expect(statuses(signed)).toEqual(expect.arrayContaining([ReviewStatus.ManualRejected, ReviewStatus.Approved]))
  expect(statuses(written)).toEqual(expect.arrayContaining([ReviewStatus.PreApproved, ReviewStatus.Approved]))
  const carrier = signed.find(({ name }) => name === 'LumenParcel')
  expect(carrier?.messages).toBeGreaterThan(100)
  const [lapsed] = await cn.call(signatures.list, { query: { filing: 'lapsed' } })
  expect(lapsed?.filings.map(({ state }) => state)).toEqual(['filed', 'lapsed', 'filed', 'filed'])
})

test('the log of a demo account has messages that failed in several ways, one that was cancelled, and a file', async () => {
  const [{ day: today } = { day: '' }] = await owners.us.call(transactions.list, { query: { limit: 1 } })
  const from = new Date(Date.parse(today) - 60 * DAY).toISOString().slice(0, 10)
  for (const error of ['undelivered', 'blocked_by_carrier', 'expired', 'upstream_refused', 'cancelled']) {
    const [row] = await owners.us.call(messages.list, { query: { from, error, limit: 1 } })
    const isFree = error === 'upstream_refused' || error === 'cancelled'
    expect(row).toMatchObject({ reason: { code: error }, money: isFree ? 'released' : 'charged' })
  }
  const countOf = async (template: string) =>
    (await owners.us.call(messages.summary, { query: { from, template } })).messages
  const [{ id: shipped } = { id: '' }] = await owners.us.call(templates.list, { query: { text: 'parcel_shipped' } })
  expect(await countOf('none')).toBeGreaterThan(100)
  expect(await countOf(shipped)).toBeGreaterThan(20)
  const [refused] = await owners.us.call(messages.list, { query: { from, error: 'recipient_blocked', limit: 1 } })
  expect(refused).toMatchObject({ money: 'free' })
  const listed = await owners.us.call(recipients.list)
  expect(listed.map(({ reason }) => reason)).toEqual([...Array<string>(5).fill('opt_out'), 'block'])
  const ofCodes = await owners.cn.call(templates.list, { query: { text: 'denglu' } })
  const byTemplate = await owners.cn.call(messages.summary, { query: { from, template: ofCodes[0]?.id ?? '' } })
  expect(byTemplate.messages).toBeGreaterThan(100)
  expect(await owners.cn.call(exports.list)).toMatchObject([{ status: ExportJobStatus.Finished, name: '上周短信' }])
  const [file] = await owners.us.call(exports.list)
  expect(file).toMatchObject({ status: ExportJobStatus.Finished, expired: false, name: 'Messages of last week' })
  const { headers } = await owners.us.ask(exports.download, { params: { id: file?.id } })
  const { body } = await world.app.inject({ url: new URL(String(headers['location'])).pathname })
  expect(body.trim().split('\r\n')).toHaveLength((file?.rows ?? 0) + 1)
})

test('an endpoint of the demo got every final receipt since it was added, and gets the next one without a network', async () => {
  const [mainland] = (await owners.cn.call(smsDlr.get)).endpoints
  expect(mainland).toMatchObject({ name: '订单系统', state: 'on', waiting: 0 })
  const { endpoints } = await owners.us.call(smsDlr.get)
  const [{ id: eid, created_at: since, ...endpoint } = { id: '', created_at: '' }] = endpoints
  expect(endpoint).toMatchObject({ name: 'Order desk', state: 'on', waiting: 0 })
  const list = (query: object) =>
    owners.us.ask(smsDlr.deliveries, { params: { eid }, query: { status: WebhookDeliveryState.Succeeded, ...query } })
  const { headers, body: newest } = await list({ limit: 100 })
  const { id } = await owners.us.call(account.get)
  const { rows } = await world.pool.query<{ messages: bigint; twice: bigint }>(
    `select (select count(*) from message where account_id = $1 and accepted_at > $2) as messages,
       (select count(*) from webhook_delivery where account_id = $1 and tries = 2 and state = $3) as twice`,
    [id, since, WebhookDeliveryState.Succeeded],
  )
  expect(Number(headers['x-total-count'])).toBe(Number(rows[0]?.messages))
  expect(Number(rows[0]?.twice)).toBeGreaterThan(0)
  const [{ message_id: message } = { message_id: '' }] = newest as { message_id: string }[] // the row's reply
  expect(await owners.us.call(messages.webhooks, { params: { id: message } })).toMatchObject([{ code: 204 }])
  expect(await owners.us.call(smsDlr.test, { params: { eid }, body: { type: 'webhook.test' } })).toMatchObject({
    code: 204,
    failure: null,
  })
})

test('each demo account keeps a card that can be charged, and a payment of the sandbox that can be refunded', async () => {
  await each(async (owner, name) => {
    const [card] = await owner.call(paymentMethods.list, { query: { type: 'card' } })
    expect(card).toMatchObject({ default: true, expired: false, status: 1 })
    if (name === 'credit') return
    const charge = (await linesOf(owner)).find(
      ({ description: { kind, auto }, status }) => kind === 'topup' && auto === false && status === 1,
    )
    const offer = await owner.ask(refunds.offer, { params: { id: charge?.id } })
    expect(offer.body).toMatchObject({ refusal: null })
  })
})

test('a demo account has a new ticket, one that waits for its owner and a solved one about a message that failed', async () => {
  const rows = await owners.us.call(tickets.list)
  expect(rows.map(({ no, state }) => [no, state])).toEqual([
    [3, 'new'],
    [2, 'waiting_for_you'],
    [1, 'solved'],
  ])
  const { message_ids: ids } = await owners.us.call(tickets.get, { params: { id: TicketId.parse(rows[2]?.id) } })
  const message = await owners.us.call(messages.get, { params: { id: MessageId.parse(ids[0]) } })
  expect([MessageStatus.Undelivered, MessageStatus.Failed]).toContain(message.status)
})

test('the demo has an incident of the network that is over', async () => {
  const { incidents } = await owners.us.call(supportStatus.get)
  expect(incidents).toMatchObject([{ state: 'closed', countries: ['FR'], updates: [{ state: 'closed' }, {}] }])
})

test('a demo account has a scheduled, a paused and a finished broadcast, and what the finished one cost is the sum of its messages', async () => {
  const rows = await owners.us.call(broadcasts.list)
  expect(rows.map(({ status, reason }) => [status, reason])).toEqual([
    [SendJobStatus.Queued, null],
    [SendJobStatus.Interrupt, 'user'],
    [SendJobStatus.Finished, null],
  ])
  const [scheduled, paused, finished] = rows
  expect(scheduled).toMatchObject({ source_name: 'Regular senders', counts: { recipients: 8, waiting: 8 } })
  expect(paused?.counts).toMatchObject({ waiting: 48, sent: 0 })
  expect(paused?.counts.delivered).toBeGreaterThan(0)
  expect(finished?.counts).toMatchObject({ waiting: 0, sent: 0 })
  expect(finished?.counts.skipped).toBeGreaterThan(0)
  expect(finished?.counts.failed).toBeGreaterThan(0)
  const query = { broadcast: finished?.id ?? '' }
  expect(await owners.us.call(messages.summary, { query })).toMatchObject({ charged: finished?.cost })
})

test('the credit account has one paid and one overdue invoice, whose lines and PDF have the invoice’s total', async () => {
  const all = await owners.credit.call(invoices.list, { query: {} })
  expect(all.map(({ status }) => status)).toEqual([InvoiceStatus.Uncollectible, InvoiceStatus.Paid])
  const [overdue, paid] = all
  expect(overdue?.overdue_days).toBeGreaterThanOrEqual(14)
  expect(paid).toMatchObject({ outstanding: '0.000000', overdue_days: 0 })
  for (const { id, total } of all) {
    const { lines } = await owners.credit.call(invoices.get, { params: { id } })
    expect(lines.reduce((sum, { amount }) => sum + amountOf(amount), 0n)).toBe(amountOf(total))
    const { body } = await owners.credit.ask(invoices.pdf, { params: { id } })
    const shown = total.replace(/0{1,4}$/, '')
    expect(textOf(body as Buffer).join(' ')).toContain(shown) // the row's download is a PDF
  }
})

test('each demo account has used its credentials today or yesterday, and has notices and audit entries', async () => {
  await each(async (owner) => {
    const used = (await owner.call(credentials.list, { query: {} })).map(({ use }) => use.last_at)
    const dayAgo = world.clock.now().getTime() - 36 * 3_600_000
    expect(used.every((at) => at !== null && Date.parse(at) > dayAgo)).toBe(true)
    const { notices: bell, unread } = await owner.call(notices.list, { query: {} })
    expect(bell.length).toBeGreaterThan(5)
    expect(unread).toBeLessThan(bell.length)
    const actions = (await owner.call(audit.list, { query: { limit: 100 } })).map(({ action }) => action)
    expect(actions).toEqual(
      expect.arrayContaining(['signup.create', 'credentials.create', 'topUp.create', 'session.create']),
    )
  })
})

test('the prepaid demo account routes messages over channels of its own, whose figures are those of its messages', async () => {
  const [own, ...managed] = await owners.us.call(upstreams.list, { query: {} })
  expect(own?.type).toBe(1)
  expect(managed.map(({ name, state }) => [name, state])).toEqual([
    ['Tencent Cloud', 'active'],
    ['Twilio SG', 'active'],
    ['Vonage', 'active'],
  ])
  const { version, draft, rules } = await owners.us.call(routing.get)
  expect([version, rules.map(({ name }) => name)]).toEqual([
    2,
    ['Codes first', 'Singapore', 'Germany and France', 'Warehouse pilot', 'Default'],
  ])
  expect(draft?.problems).toEqual([])
  const mappings = await owners.us.call(upstreamMappings.list, { query: { state: 'ready' } })
  expect(mappings.map(({ kind }) => kind).toSorted()).toEqual(['signature', 'template'])
  const { rows } = await world.pool.query<{ name: string; messages: bigint; submitted: bigint }>(
    `select u.name, count(*) as messages,
       (select sum(submitted)::bigint from upstream_minute f where f.upstream_id = u.id) as submitted
     from upstream u join message m on m.account_id = u.account_id and m.upstream = replace(u.id::text, '-', '')
     where m.error_code is distinct from 'cancelled' group by u.id, u.name order by u.name`,
  )
  expect(rows.map(({ name }) => name)).toEqual(['Tencent Cloud', 'Twilio SG', 'Vonage'])
  for (const { messages: sent, submitted } of rows) expect(submitted).toBe(sent)
})

test('each demo account has enabled the countries that it sends to', async () => {
  await each(async (owner) => {
    const { id } = await owner.call(account.get)
    const { rows } = await world.pool.query<{ country: string }>(
      'select distinct country from message where account_id = $1 order by 1',
      [id],
    )
    const enabled = (await owner.call(countries.list)).filter((country) => country.enabled).map(({ iso2 }) => iso2)
    expect(rows.map(({ country }) => country)).toEqual(enabled)
  })
})

test('no notice of the story is delivered, and nothing of it is still due', async () => {
  const due = await world.pool.query(
    `select (select count(*) from notice_letter l join notice n on n.id = l.notice_id where n.kind <> 'signed_in') as letters, (select count(*) from sandbox_notify) as webhooks,
       (select count(*) from recharge_due where due_at is null) as recharges,
       (select count(*) from outbox) as messages, (select count(*) from webhook_due) as events,
       (select count(*) from webhook_delivery where next_at is not null) as deliveries`,
  )
  const none = { letters: 0n, webhooks: 0n, recharges: 0n, messages: 0n, events: 0n, deliveries: 0n }
  expect(due.rows).toEqual([none])
})

test('both proofs of the ledger hold for the demo, and the doctor finds no problem with it', async () => {
  expect(await findings(world)).toEqual([])
  expect((await wrongOf(world)).filter((text) => !wrongBefore.includes(text))).toEqual([])
})

test('a second seed of the demo changes nothing', async () => {
  const before = await rowCounts(world)
  expect(await seedDemo(demoDeps(world))).toBe(false)
  expect(await rowCounts(world)).toEqual(before)
})

test(
  'a seed that is cut leaves nothing behind; two at once on the first of a month leave one whole demo beside a customer',
  async () => {
    const fresh = await newWorld()
    try {
      expect(await demoAtStart({ ...fresh, config: { ...fresh.config, seed: 'none' } })).toEqual([])
      fresh.clock.set(new Date('2027-03-01T00:10:00Z'))
      const customer = await fresh.account({ email: 'demo.cn@hongyan.example' })
      const { stageOn, ...deps } = demoDeps(fresh)
      let sent = 0
      const cut = seedDemo({
        ...deps,
        stageOn: async (pool, now) => {
          const stage = await stageOn(pool, now)
          return {
            ...stage,
            send: (owner, batch) => ((sent += 1) > 20 ? Promise.reject(new Error('cut')) : stage.send(owner, batch)),
          }
        },
      })
      await expect(cut).rejects.toThrow('cut')
      expect(await demoSignIns(fresh.db)).toEqual([])

      const both = await Promise.all([seedDemo(demoDeps(fresh)), seedDemo(demoDeps(fresh))])
      expect(both.toSorted()).toEqual([false, true])
      expect((await demoSignIns(fresh.db)).map(({ identifier }) => identifier)).toEqual([
        'demo@hongyan.example',
        'demo.credit@hongyan.example',
      ])
      expect(await customer.call(account.get)).toMatchObject({ demo: false, balance_amount: '100.000000' })
      const { credit } = await signIn(fresh)
      expect((await credit.call(invoices.list, { query: {} })).map(({ status }) => status)).toEqual([
        InvoiceStatus.Uncollectible,
        InvoiceStatus.Paid,
      ])
      expect(await findings(fresh)).toEqual([])
    } finally {
      await fresh.close()
    }
  },
  patient(120_000),
)

test('the demo account records callers outside of its allow-list, and its entries have hits', async () => {
  const rules = await owners.us.call(ipRestriction.get)
  expect(rules).toMatchObject({ enabled: true, reportOnly: true, mode: 'allow', revert_at: null, callers: [] })
  expect(rules.entries.map(({ cidr, hits }) => [cidr, hits > 0])).toEqual([
    ['203.0.113.0/27', true],
    ['2001:db8:24::/48', false],
    ['203.0.113.30', false],
  ])
})

import { messages, type Message } from '@hongyan/contract/endpoints/messaging/messages'
import { supportAnswers } from '@hongyan/contract/endpoints/support/answers'
import { wireId } from '@hongyan/contract/ids'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, newSender } from '../../../../test/sender.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { uuidv7 } from '../../../kit/ids.ts'

let world: World
const newId = () => uuidv7(world.clock.now())
let owner: SignedIn
let [blocked, delivered]: readonly Message[] = []

beforeAll(async () => {
  world = await newWorld()
  owner = await world.account()
  const { send } = await newSender(world, owner)
  await send({ to: ['+12065550004', '+447400120000'], text: 'Hello' })
  const rows = await eventually(
    () => owner.call(messages.list),
    (all) => all.length === 2 && all.every(({ done_at: at }) => at !== null),
  )
  blocked = rows.find(({ status }) => status === MessageStatus.Failed)
  delivered = rows.find(({ status }) => status === MessageStatus.Delivered)
})
afterAll(() => world.close())

const sent = (message: Message | undefined): Message => {
  if (message === undefined) throw new Error('the message has not ended as its number says')
  return message
}

const search = (q: string, by = owner, language = 'en') =>
  by.ask(supportAnswers.search, { query: { q }, headers: { 'accept-language': language } })

const suggest = (body: object, by = owner) =>
  by.call(supportAnswers.suggest, { body: { category: 'delivery', ...body } })

const newIncident = async (countries: readonly string[], more: { partition?: string; closed?: true } = {}) => {
  const id = newId()
  const at = world.clock.now()
  await world.pool.query(
    `insert into incident (id, severity, state, title_en, title_zh, countries, partition, started_at, closed_at)
      values ($1, 'outage', 'identified', 'Tunnel collapsed', '隧道坍塌', $2, $3, $4, $5)`,
    [id, countries, more.partition ?? null, at, more.closed === true ? at : null],
  )
  await world.pool.query(
    `insert into incident_update values ($1, $2, $3, 'identified', 'We dig.', '正在抢修。', 'me')`,
    [id, newId(), at],
  )
  return { id, end: () => world.pool.query('delete from incident where id = $1', [id]) }
}

test('an article is found in the language of the reader, with its paragraphs and the page to go on with', async () => {
  const article = { kind: 'article', id: 'refunds', path: '/transactions' }
  const [first] = await owner.call(supportAnswers.search, { query: { q: 'refund' } })
  expect(first).toMatchObject({ ...article, title: 'Refund a top-up' })
  const chinese = await search('退款', owner, 'zh-CN')
  expect(chinese.body).toMatchObject({
    0: { ...article, text: [expect.stringContaining('原路退回'), expect.anything(), expect.anything()] },
  })
})

test('a query has 2 to 120 characters without the spaces around it', async () => {
  for (const q of ['', ' a ', 'a'.repeat(121)]) expect(await search(q)).toMatchObject({ status: 400 })
  expect(await search(` ${'a'.repeat(120)} `)).toMatchObject({ status: 200, body: [] })
})

test('the id of a message explains it: its status, the cause and the next step, what it cost, and its place in the log', async () => {
  const { id, to, price } = sent(blocked)
  const answer = {
    kind: 'message',
    id,
    title: `Message to ${to}: Failed`,
    text: [
      'The carrier blocked the message.',
      'Check its sender ID and text.',
      `$${price.replace(/00$/, '')} was charged, because the carrier accepted it.`,
      '[What to do, in full](/docs/errors/blocked_by_carrier)',
    ],
    category: 'delivery',
    path: `/sms/logs?open=${id}`,
  }
  for (const typed of [id, wireId(id), wireId(id).toUpperCase()]) expect((await search(typed)).body).toEqual([answer])
  const chinese = await search(id, owner, 'zh-CN')
  expect(chinese.body).toMatchObject([
    { title: `发往 ${to} 的短信：失败`, text: expect.arrayContaining(['短信被运营商拦截。']) },
  ])
})

test('a message without an error is explained by its status', async () => {
  expect((await search(`why ${sent(delivered).id}`)).body).toMatchObject([
    { kind: 'message', text: ['A receipt confirms its delivery.', expect.stringContaining('was charged')] },
  ])
})

test('another account’s message and a message that never was find nothing', async () => {
  const stranger = await world.account()
  const { id } = sent(blocked)
  for (const typed of [id, wireId(id), newId()]) expect((await search(typed, stranger)).body).toEqual([])
  expect(await suggest({ message_ids: [id] }, stranger)).toEqual({ answers: [], tickets: [] })
})

test('an open incident is found by words and by country, and a closed or another partition’s one is not', async () => {
  const open = await newIncident(['GB'])
  const others = [await newIncident(['GB'], { closed: true }), await newIncident(['GB'], { partition: 'cn' })]
  const found = {
    kind: 'incident',
    id: open.id,
    title: 'Tunnel collapsed',
    text: ['We dig.'],
    category: 'delivery',
    path: '/support/status',
  }
  for (const typed of ['tunnel', 'GB']) expect((await search(typed)).body).toEqual([found])
  for (const { end } of [open, ...others]) await end()
})

test('a draft gets the incidents of its messages, the pages of its errors, then articles of its category', async () => {
  const british = await newIncident(['GB'])
  const french = await newIncident(['FR'])
  const { answers } = await suggest({
    subject: 'Verification codes do not arrive',
    body: `Your API returned 105400, see message ${wireId(sent(blocked).id)}.`,
    message_ids: [sent(delivered).id],
    code: 'opted_out',
  })
  expect(answers.map(({ id }) => id)).toEqual([british.id, 'opted_out', 'insufficient_funds', 'blocked_by_carrier'])
  for (const { end } of [british, french]) await end()
})

test('words of a draft suggest articles of its category alone', async () => {
  const codes = { subject: 'Verification codes do not arrive', body: 'Our users wait for their codes.' }
  const [first] = (await suggest(codes)).answers
  expect(first).toMatchObject({ kind: 'article', id: 'codes-not-arriving' })
  const billing = await suggest({ ...codes, category: 'billing' })
  expect(billing.answers.map(({ id }) => id)).not.toContain('codes-not-arriving')
  expect(await suggest({ subject: 'Hello there', body: 'I have a question.' })).toEqual({ answers: [], tickets: [] })
})

test('a named message without an error of its own is explained beside the draft', async () => {
  const { answers } = await suggest({ message_ids: [sent(delivered).id] })
  expect(answers).toMatchObject([{ kind: 'message', id: sent(delivered).id }])
})

test('the account’s open tickets about the same message or with a similar subject are named, at most three', async () => {
  const other = await world.account()
  const newTicket = async (account: SignedIn, no: number, subject: string, state: string, about: string[] = []) => {
    const values = [account.id, newId(), no, subject, state, about, new Date(world.clock.now().getTime() + no)]
    await world.pool.query(
      `insert into ticket (account_id, id, no, subject, category, impact, priority, state, message_ids, created_at, updated_at)
        values ($1, $2, $3, $4, 'delivery', 'question', 3, $5, $6, $7, $7)`,
      values,
    )
  }
  await newTicket(owner, 1, 'Codes to Berlin never arrive', 'new')
  await newTicket(owner, 2, 'Codes to Berlin never arrive', 'closed')
  await newTicket(owner, 3, 'Something else entirely', 'waiting_for_you', [sent(blocked).id])
  await newTicket(owner, 4, 'Invoice of May', 'new')
  await newTicket(other, 1, 'Codes to Berlin never arrive', 'new')
  const draft = { subject: 'Our codes to Berlin don’t arrive', message_ids: [sent(blocked).id] }
  expect((await suggest(draft)).tickets.map(({ no, state }) => [no, state])).toEqual([
    [3, 'waiting_for_you'],
    [1, 'new'],
  ])
  expect((await suggest({ ...draft, message_ids: [], category: 'billing' })).tickets).toEqual([])
  for (const no of [5, 6]) await newTicket(owner, no, draft.subject, 'new')
  expect((await suggest(draft)).tickets.map(({ no }) => no)).toEqual([6, 5, 3])
})

import { DAY, HOUR, MINUTE } from '@hongyan/contract/durations'
import { audit } from '@hongyan/contract/endpoints/account/audit'
import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { messages } from '@hongyan/contract/endpoints/messaging/messages'
import { type Ticket, tickets } from '@hongyan/contract/endpoints/support/tickets'
import { upload } from '@hongyan/contract/endpoints/upload'
import { UploadId } from '@hongyan/contract/ids'
import { rules } from '@hongyan/contract/rules'
import { DEFAULT_RULE } from '@hongyan/contract/upstreams/default-rule'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { recordKinds } from '@hongyan/contract/vocabulary/support'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newUpload, pdf } from '../../../../test/forms.ts'
import { eventually, newSender } from '../../../../test/sender.ts'
import { newTicket, newTicketForm, replyAsSupport } from '../../../../test/tickets.ts'
import { FIRST_MOMENT } from '../../../../test/world-template.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
/** Opens no ticket, so every refusal may be its own. */
let refusedOwner: SignedIn
beforeAll(async () => {
  world = await newWorld()
  refusedOwner = await world.account()
})
beforeEach(() => world.clock.set(FIRST_MOMENT))
afterAll(() => world.close())

const NO_RECORD = '01900000-0000-7000-8000-00000000abcd'

const read = (owner: SignedIn, { id }: Pick<Ticket, 'id'>) => owner.call(tickets.get, { params: { id } })
const reply = (owner: SignedIn, { id }: Pick<Ticket, 'id'>, text: string, attachments: UploadId[] = []) =>
  owner.ask(tickets.reply, { params: { id }, body: { text, attachments } })
const refused = (code: string, more: object = {}) => ({ body: { error: { code, ...more } } })
const suspend = ({ id }: SignedIn) => world.pool.query('update account set status = 1 where id = $1', [id])

const anAttachment = async (owner: SignedIn, name = 'log.pdf') =>
  UploadId.parse((await newUpload(owner, 'attachment', { ...pdf(), name })).id)

describe('a new ticket', () => {
  test('has its text, references and attachments, and a moment by which support aims to reply', async () => {
    const owner = await world.account()
    const { id: credential } = await owner.call(credentials.create, { body: { mode: AuthMode.Hmac } })
    const attachments = [await anAttachment(owner)]
    const made = await newTicket(owner, {
      impact: 'outage',
      body: '  None arrive.\r\nSince noon.  ',
      about: { kind: 'credential', id: credential },
      numbers: ['(206) 555-0142', '+1 206 555 0142', '+44 20 7946 0000'],
      attachments,
      contact: 'Duty@Acme.example',
    })
    expect(made).toEqual({
      id: expect.any(String),
      no: 1,
      subject: 'No codes arrive',
      category: 'delivery',
      impact: 'outage',
      priority: 1,
      state: 'new',
      reply_due_at: new Date(FIRST_MOMENT.getTime() + 30 * MINUTE).toISOString(),
      created_at: FIRST_MOMENT.toISOString(),
      updated_at: FIRST_MOMENT.toISOString(),
      about: { kind: 'credential', id: credential },
      message_ids: [],
      numbers: ['+12065550142', '+442079460000'],
      contact: 'duty@acme.example',
      diagnostics: null,
      appeal: null,
      messages: [
        {
          id: expect.any(String),
          at: FIRST_MOMENT.toISOString(),
          author: 'owner',
          way: 'console',
          text: 'None arrive.\nSince noon.',
          attachments: [expect.objectContaining({ id: attachments[0], name: 'log.pdf' })],
        },
      ],
      steps: [],
      solves_at: null,
      closes_at: null,
      version: 1,
    })
    expect(await read(owner, made)).toEqual(made)
    const { url } = await owner.call(upload.link, { params: { id: attachments[0] as UploadId } }) // there is one
    expect((await world.app.inject({ url: new URL(url).pathname })).statusCode).toBe(200)
  })

  test('names only messages of its account, and the refusal lists the others', async () => {
    const [owner, other] = [await world.account(), await world.account()]
    const sent = async (account: SignedIn) => {
      const { send } = await newSender(world, account)
      await send({ to: '+12065550142', text: 'Hello' })
      const [row] = await eventually(
        () => account.call(messages.list),
        (rows) => rows.length > 0,
      )
      return row?.id ?? ''
    }
    const [mine, theirs] = [await sent(owner), await sent(other)]
    const body = { ...newTicketForm(), message_ids: [mine, theirs, NO_RECORD] }
    expect(await owner.ask(tickets.create, { body })).toMatchObject(
      refused('messages_unknown', { field: 'message_ids', details: { unknown: [theirs, NO_RECORD] } }),
    )
    const { body: made } = await owner.ask(tickets.create, { body: { ...body, message_ids: [mine, mine] } })
    expect(made).toMatchObject({ message_ids: [mine], no: 1 })
  })

  test.each(recordKinds.filter((kind) => kind !== 'request'))(
    'about a record of the kind %s is refused where the account has none',
    async (kind) => {
      for (const id of [NO_RECORD, 'none']) {
        const body = newTicketForm({ about: { kind, id } })
        expect(await refusedOwner.ask(tickets.create, { body })).toMatchObject(
          refused('record_unknown', { field: 'about' }),
        )
      }
    },
  )

  test.each([
    ['transaction', '2026-11-19-sms'],
    ['transaction', 'held-sms'],
    ['routing_rule', DEFAULT_RULE],
    ['mapping', 'pub_sign_in_en'],
    ['request', 'a-request-of-any-form'],
  ] as const)('may be about a %s that every account has: %s', async (kind, id) => {
    expect(await newTicket(await world.account(), { about: { kind, id } })).toMatchObject({ about: { kind, id } })
  })

  test('is about no request whose id would write to a terminal', async () => {
    const body = newTicketForm({ about: { kind: 'request', id: 'a\u001b[2Jb' } })
    expect(await refusedOwner.ask(tickets.create, { body })).toMatchObject(
      refused('invalid_request', { field: 'about.id' }),
    )
  })

  test('is about a record of its own account alone', async () => {
    const [owner, other] = [await world.account(), await world.account()]
    const { id } = await newTicket(other)
    const body = newTicketForm({ about: { kind: 'ticket', id } })
    expect(await owner.ask(tickets.create, { body })).toMatchObject(refused('record_unknown'))
    expect(await other.ask(tickets.create, { body })).toMatchObject({ status: 200 })
  })

  test.each([
    ['subject', { subject: 'Help' }, rules.ticket_subject],
    ['subject', { subject: 'No codes arrive\u202e' }, rules.ticket_subject],
    ['body', { body: 'too short' }, rules.ticket_body],
    ['body', { body: `${'a'.repeat(20)}\u0000` }, rules.ticket_body],
    ['numbers[1]', { numbers: ['+12065550142', '12'] }, rules.ticket_numbers],
    ['numbers', { numbers: Array.from({ length: 11 }, () => '+12065550142') }, rules.ticket_numbers],
    ['contact', { contact: 'a@b.example\r\nBcc: c@d.example' }, rules.ticket_contact],
    ['attachments', { attachments: Array.from({ length: 6 }, () => NO_RECORD) }, rules.ticket_attachments],
  ] as const)('with a wrong %s is refused with its rule', async (field, change, { en }) => {
    const answer = await refusedOwner.ask(tickets.create, { body: { ...newTicketForm(), ...change } })
    expect(answer).toMatchObject(refused('invalid_request', { field, message: en }))
  })

  test('has a subject of one line, whatever was typed', async () => {
    const made = await newTicket(await world.account(), { subject: 'No codes\r\nBcc: all@evil.example' })
    expect(made.subject).toBe('No codes Bcc: all@evil.example')
  })

  test('takes no file of another ticket, purpose or account', async () => {
    const [owner, other] = [await world.account(), await world.account()]
    const used = await anAttachment(owner)
    await newTicket(owner, { attachments: [used] })
    const evidence = UploadId.parse((await newUpload(owner)).id)
    for (const id of [used, evidence, await anAttachment(other)]) {
      const answer = await owner.ask(tickets.create, { body: newTicketForm({ attachments: [id] }) })
      expect(answer).toMatchObject(refused('upload_unavailable', { field: 'attachments' }))
    }
    expect(await owner.call(tickets.list)).toHaveLength(1)
  })

  test('is one ticket for a repeated key', async () => {
    const owner = await world.account()
    const headers = { 'idempotency-key': 'once' }
    const ask = () => owner.ask(tickets.create, { body: newTicketForm(), headers })
    const [first, second] = await Promise.all([ask(), ask()])
    expect(second.body).toEqual(first.body)
    expect(await owner.call(tickets.list)).toHaveLength(1)
  })
})

test('calls at once number the tickets of an account without a gap, and open ten of them in a day', async () => {
  const owner = await world.account()
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => owner.ask(tickets.create, { body: newTicketForm() })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(answers.find(({ status }) => status !== 200)).toMatchObject(refused('too_many_tickets'))
  const listed = await owner.call(tickets.list, { query: { sort: 'no' } })
  expect(listed.map(({ no }) => no)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  const headers = { 'retry-after': String((24 * HOUR) / 1_000) }
  expect(await owner.ask(tickets.create, { body: newTicketForm() })).toMatchObject({ status: 429, headers })
  world.clock.advance(DAY)
  expect(await newTicket(owner)).toMatchObject({ no: 11 })
})

test('messages at once are thirty in an hour for an account', async () => {
  const owner = await world.account()
  const [one, other] = [await newTicket(owner), await newTicket(owner)]
  // With the texts of both tickets they are 28.
  await world.pool.query(
    `insert into ticket_message (account_id, ticket_id, id, at, author, way, text)
     select $1, $2, uuidv7(), $3, 'owner', 'console', 'More' from generate_series(1, 26)`,
    [owner.id, one.id, world.clock.now()],
  )
  const answers = await Promise.all([one, other, one, other].map((ticket) => reply(owner, ticket, 'More')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(answers.find(({ status }) => status !== 200)).toMatchObject(refused('too_many_replies'))
  world.clock.advance(HOUR)
  expect(await reply(owner, one, 'More')).toMatchObject({ status: 200 })
})

describe('the course of a ticket', () => {
  test('goes to the owner by a reply of support, and back by a message with an attachment', async () => {
    const owner = await world.account()
    const made = await newTicket(owner)
    expect((await reply(owner, made, 'And since noon.')).body).toMatchObject({
      state: 'new',
      reply_due_at: made.reply_due_at,
    })
    await replyAsSupport(world, made.id, 'Please send us an example.')
    const waiting = await read(owner, made)
    expect(waiting).toMatchObject({ state: 'waiting_for_you', reply_due_at: null })
    expect(waiting.solves_at).toBe(new Date(FIRST_MOMENT.getTime() + 7 * DAY).toISOString())
    const answer = await reply(owner, made, 'Here.', [await anAttachment(owner, 'example.pdf')])
    expect(answer.body).toMatchObject({
      state: 'waiting_for_us',
      solves_at: null,
      messages: [{}, {}, { author: 'support', way: 'command' }, { attachments: [{ name: 'example.pdf' }] }],
    })
    expect(JSON.stringify(answer.body)).not.toContain('Ines')
  })

  test('solves and reopens it for its owner in the version that the owner saw', async () => {
    const owner = await world.account()
    const { id, version } = await newTicket(owner)
    const change = (state: string, of: number) =>
      owner.ask(tickets.update, { params: { id }, body: { version: of, state } })
    expect((await change('solved', version)).body).toMatchObject({ state: 'solved', reply_due_at: null })
    const solved = await read(owner, { id })
    expect(solved.closes_at).toBe(new Date(FIRST_MOMENT.getTime() + 14 * DAY).toISOString())
    expect(await change('waiting_for_us', version)).toMatchObject(
      refused('state_conflict', { details: { current: { state: 'solved' } } }),
    )
    expect(await change('solved', solved.version)).toMatchObject(refused('state_conflict'))
    expect((await change('waiting_for_us', solved.version)).body).toMatchObject({
      state: 'waiting_for_us',
      steps: [{ step: 'solved' }, { step: 'reopened' }],
    })
  })

  test('is in the audit log without a word of its texts', async () => {
    const owner = await world.account()
    const made = await newTicket(owner, { body: 'The password is wild goose.' })
    await reply(owner, made, 'The number is +12065550199.')
    const entries = await owner.call(audit.list)
    expect(entries.map(({ action }) => action).slice(0, 2)).toEqual(['tickets.reply', 'tickets.create'])
    expect(entries[1]?.changes).toContainEqual({ field: 'state', before: null, after: 'new' })
    expect(entries[0]?.changes).toEqual([{ field: 'messages', before: '1', after: '2' }])
    expect(JSON.stringify(entries)).not.toMatch(/wild goose|0199|No codes/)
  })
})

describe('an appeal', () => {
  const answers = {
    use: 'We send codes to sign in to our shop.',
    consent: 'Customers enter their number themselves.',
    cause: 'A key of ours was stolen, and we removed it.',
  }
  const form = newTicketForm({ category: 'appeal', impact: 'question', answers })

  test('is open to a suspended account alone, once at a time', async () => {
    const owner = await world.account()
    expect(await owner.ask(tickets.create, { body: form })).toMatchObject(refused('not_suspended'))
    await suspend(owner)
    const made = await newTicket(owner, form)
    expect(made).toMatchObject({ category: 'appeal', priority: 2, appeal: { state: 'received', answers } })
    expect(await owner.ask(tickets.create, { body: form })).toMatchObject(
      refused('appeal_open', { details: { id: made.id } }),
    )
    expect(await newTicket(owner)).toMatchObject({ no: 2 })
  })

  test('has its answers, which no other ticket has', async () => {
    const owner = await world.account()
    await suspend(owner)
    const { answers: _, ...bare } = form
    expect(await owner.ask(tickets.create, { body: bare })).toMatchObject(
      refused('invalid_request', { field: 'answers.use', message: rules.appeal_answer.en }),
    )
    expect(await owner.ask(tickets.create, { body: newTicketForm({ answers }) })).toMatchObject(
      refused('invalid_request', { field: 'answers' }),
    )
  })
})

test('the list finds tickets by state, category, number and a part of the subject', async () => {
  const owner = await world.account()
  const first = await newTicket(owner, { subject: 'An invoice is wrong', category: 'billing' })
  world.clock.advance(MINUTE)
  await newTicket(owner, { subject: 'Codes: 100% fail' })
  world.clock.advance(MINUTE)
  await replyAsSupport(world, first.id, 'We look into it.')
  const found = async (query: object) => (await owner.ask(tickets.list, { query })).body as { no: number }[] // the list's reply
  const numbers = async (query: object) => (await found(query)).map(({ no }) => no)
  expect(await numbers({})).toEqual([1, 2])
  expect(await numbers({ sort: '-no' })).toEqual([2, 1])
  expect(await numbers({ state: 'waiting_for_you' })).toEqual([1])
  expect(await numbers({ category: 'delivery' })).toEqual([2])
  expect(await numbers({ text: '#2' })).toEqual([2])
  expect(await numbers({ text: 'INVOICE' })).toEqual([1])
  expect(await numbers({ text: '0%' })).toEqual([2])
  expect(await numbers({ text: '_' })).toEqual([])
})

import { DAY, HOUR, MINUTE } from '@hongyan/contract/durations'
import { audit } from '@hongyan/contract/endpoints/account/audit'
import { notices } from '@hongyan/contract/endpoints/account/notices'
import { tickets } from '@hongyan/contract/endpoints/support/tickets'
import { UploadId } from '@hongyan/contract/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliveriesOf } from '../../../../test/deliveries.ts'
import { newUpload, pdf } from '../../../../test/forms.ts'
import { newTicket, replyAsSupport, ticketCommand } from '../../../../test/tickets.ts'
import { FIRST_MOMENT } from '../../../../test/world-template.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { ticketsOf } from '../../../compose/tickets.ts'
import { letterOf } from '../../../notices/texts.ts'
import { laidOut } from '../../../kit/letter.ts'
import { keepTicketsUp } from './upkeep.ts'

let world: World
beforeAll(async () => (world = await newWorld()))
beforeEach(async () => {
  world.clock.set(FIRST_MOMENT)
  await world.pool.query('delete from notice_letter')
})
afterAll(() => world.close())

const read = (owner: SignedIn, id: string) => owner.ask(tickets.get, { params: { id } })
const actionsOf = async (owner: SignedIn) =>
  (await owner.call(audit.list)).filter(({ actor }) => actor === 'staff').map(({ action }) => action)
const run = (name: string, ...typed: readonly string[]) => ticketCommand(world, name, ...typed)

describe('ticket list', () => {
  test('the list names tickets that wait for support, the most urgent first', async () => {
    const owner = await world.account()
    const [asked, broken, answered] = [
      await newTicket(owner, { impact: 'question' }),
      await newTicket(owner, { impact: 'outage', subject: 'Nothing goes out' }),
      await newTicket(owner, { subject: 'An old matter' }),
    ]
    await replyAsSupport(world, answered.id, 'Done?')
    const { line } = await run('list')
    expect(line.split('\n').filter((each) => each.includes(owner.email))).toEqual([
      `${broken.id}  P1 delivery #2 of ${owner.email}: Nothing goes out (new, reply due 2026-11-20T09:30:00.000Z)`,
      `${asked.id}  P3 delivery #1 of ${owner.email}: No codes arrive (new, reply due 2026-11-20T22:00:00.000Z)`,
    ])
    expect((await run('list', '--state', 'waiting_for_you')).line).toContain('An old matter')
    await expect(run('list', '--state', 'lost')).rejects.toThrow('--state')
  })
})

describe('ticket show', () => {
  test('support sees everything of a ticket, with an address for each file, and the audit log records it', async () => {
    const owner = await world.account()
    const file = UploadId.parse((await newUpload(owner, 'attachment', pdf('log'))).id)
    const made = await newTicket(owner, {
      body: 'First line.\nSecond line.',
      numbers: ['+12065550142'],
      attachments: [file],
    })
    const { line } = await run('show', made.id, '--by', 'Ines')
    expect(line).toContain('Ticket #1 of account')
    expect(line).toContain('  numbers  +12065550142')
    expect(line).toContain('    First line.\n    Second line.\n    file: http')
    const link = /http\S+/.exec(line)?.[0] ?? ''
    expect((await world.app.inject({ url: new URL(link).pathname })).statusCode).toBe(200)
    expect(await actionsOf(owner)).toEqual(['ticket.show'])
  })

  test('support sees the facts and answers of an appeal, and every step', async () => {
    const owner = await world.account()
    await world.pool.query('update account set status = 1 where id = $1', [owner.id])
    const answer = 'We send codes to sign in to our shop.'
    const answers = { use: answer, consent: answer, cause: answer }
    const { id } = await newTicket(owner, { category: 'appeal', answers })
    await run('priority', id, '1', '--by', 'Ines')
    const { line } = await run('show', id, '--by', 'Ines')
    expect(line).toContain(`  appeal  received\n    verified: no\n`)
    expect(line).toContain(`  answer: consent\n    ${answer}`)
    expect(line.endsWith('step: priority')).toBe(true)
  })

  test('the command refuses the id of no ticket', async () => {
    await expect(run('show', 'none', '--by', 'Ines')).rejects.toThrow('There is no ticket none')
    await expect(run('show', '01900000-0000-7000-8000-00000000abcd', '--by', 'Ines')).rejects.toThrow(
      'There is no ticket',
    )
  })
})

describe('ticket reply', () => {
  test('a reply reaches the owner and the ticket’s own address by email, with every line', async () => {
    const owner = await world.account()
    const { id } = await newTicket(owner, { contact: 'duty@acme.example' })
    await replyAsSupport(world, id, 'Hello,\nwe found <the cause>.')
    const sent = await deliveriesOf(world)
    expect(sent.map(({ to }) => to).toSorted()).toEqual(['duty@acme.example', owner.email].toSorted())
    expect(sent[0]).toMatchObject({ subject: 'Re: No codes arrive (ticket #1)' })
    expect(sent[0]?.text).toContain('Hello,\nwe found <the cause>.')
    const { notices: bell } = await owner.call(notices.list)
    expect(bell[0]).toMatchObject({ kind: 'ticket_replied', values: { id, no: '1' } })
    expect(await actionsOf(owner)).toEqual(['ticket.reply'])
  })

  test('the email of a reply escapes its marks, keeps its lines and has a button to the ticket', () => {
    const values = {
      id: '01900000-0000-7000-8000-00000000abcd',
      no: '3',
      subject: 'No codes arrive',
      text: 'A <b>\nB',
      until: '',
    }
    const letter = letterOf(
      { kind: 'ticket_replied', values, locale: 'en', zone: 'UTC' },
      (path) => `https://c.example${path}`,
    )
    expect(letter.button).toEqual({
      title: 'Open ticket #3',
      address: `https://c.example/support/tickets/${values.id}`,
    })
    expect(laidOut(letter).html).toContain('A &lt;b&gt;<br>B</p>')
  })

  test('the text message of a reply has number and subject alone', async () => {
    const owner = await world.account({ phone: '+12065550143' })
    await world.pool.query(
      `insert into notice_preference (account_id, kinds) values ($1, '{"ticket_replied": {"email": false, "sms": true}}')`,
      [owner.id],
    )
    const { id } = await newTicket(owner)
    await replyAsSupport(world, id, 'The cause is a secret.')
    const [sent] = await deliveriesOf(world)
    expect(sent).toMatchObject({ to: '+12065550143' })
    expect(sent?.text).toBe(
      'Hongyan support replied to your ticket #1: No codes arrive. Read the reply in the console.',
    )
  })

  test('a reply that solves the ticket says until when the owner can reopen it', async () => {
    const owner = await world.account()
    const { id } = await newTicket(owner)
    expect((await replyAsSupport(world, id, 'It works again.', '--solve')).line).toContain('is solved')
    const [sent] = await deliveriesOf(world)
    expect(sent?.text).toContain('until 4 December 2026')
    expect((await read(owner, id)).body).toMatchObject({ state: 'solved', steps: [{ step: 'solved' }] })
  })

  test('support cannot reply to a closed ticket, or without a text', async () => {
    const owner = await world.account()
    const { id } = await newTicket(owner)
    await world.pool.query(`update ticket set state = 'closed' where id = $1`, [id])
    await expect(replyAsSupport(world, id, 'Too late')).rejects.toThrow('This ticket is closed.')
    await expect(replyAsSupport(world, id, ' ')).rejects.toThrow('--text must have')
    expect(await actionsOf(owner)).toEqual([])
  })
})

test('support solves a ticket once, and notifies its owner', async () => {
  const owner = await world.account()
  const { id } = await newTicket(owner)
  await run('solve', id, '--by', 'Ines')
  expect((await deliveriesOf(world)).map(({ subject }) => subject)).toEqual(['Ticket #1 is solved'])
  await expect(run('solve', id, '--by', 'Ines')).rejects.toThrow('is solved already')
  expect(await actionsOf(owner)).toEqual(['ticket.solve'])
})

test('a new priority gives the reply a new moment, and stands in the history', async () => {
  const owner = await world.account()
  const { id } = await newTicket(owner, { impact: 'question' })
  world.clock.advance(HOUR)
  expect((await run('priority', id, '1', '--by', 'Ines')).line).toContain('P1')
  expect((await read(owner, id)).body).toMatchObject({
    priority: 1,
    reply_due_at: new Date(FIRST_MOMENT.getTime() + HOUR + 30 * MINUTE).toISOString(),
    steps: [{ step: 'priority' }],
  })
  const [entry] = await owner.call(audit.list)
  expect(entry).toMatchObject({ operator: 'Ines', changes: [{ field: 'priority', before: '3', after: '1' }] })
  await expect(run('priority', id, '4', '--by', 'Ines')).rejects.toThrow('1 to 3')
})

describe('a ticket without an answer', () => {
  const keepUp = () => keepTicketsUp(ticketsOf(world))

  /** Lets time pass for an owner who keeps signed in. */
  const pass = async (owner: SignedIn, millis: number): Promise<void> => {
    world.clock.advance(millis)
    await world.pool.query(
      `update session set seen_at = $2, expires_at = $2::timestamptz + interval '1 day' where account_id = $1`,
      [owner.id, world.clock.now()],
    )
  }
  const solvedFor = async ({ email }: SignedIn) => (await deliveriesOf(world)).filter(({ to }) => to === email)

  test('an unanswered ticket is solved after 7 days, closed after 14 more, and deleted after 730 with its attachments', async () => {
    const owner = await world.account()
    const file = UploadId.parse((await newUpload(owner, 'attachment')).id)
    const { id } = await newTicket(owner, { attachments: [file] })
    await replyAsSupport(world, id, 'Please send us an example.')
    await deliveriesOf(world)
    await pass(owner, 7 * DAY - 1)
    await keepUp()
    expect((await read(owner, id)).body).toMatchObject({ state: 'waiting_for_you' })
    await pass(owner, 1)
    // Two processes at once.
    await Promise.all([keepUp(), keepUp()])
    expect((await read(owner, id)).body).toMatchObject({ state: 'solved', steps: [{ step: 'silence' }] })
    const sent = await solvedFor(owner)
    expect(sent.map(({ subject }) => subject)).toEqual(['Ticket #1 is solved'])
    expect(sent[0]?.text).toContain('We had no answer from you for 7 days')
    await pass(owner, 14 * DAY)
    await Promise.all([keepUp(), keepUp()])
    const closed = await owner.ask(tickets.reply, { params: { id }, body: { text: 'Still here?' } })
    expect(closed).toMatchObject({ status: 409, body: { error: { code: 'ticket_closed' } } })
    const update = await owner.ask(tickets.update, { params: { id }, body: { version: 1, state: 'waiting_for_us' } })
    expect(update).toMatchObject({ body: { error: { code: 'ticket_closed' } } })
    await pass(owner, 730 * DAY)
    await keepUp()
    const due = await world.pool.query('select delete_after as at from upload where account_id = $1', [owner.id])
    expect(due.rows).toEqual([{ at: world.clock.now() }])
    const left = await world.pool.query('select from ticket_message where account_id = $1', [owner.id])
    expect(left.rowCount).toBe(0)
    expect(await newTicket(owner)).toMatchObject({ no: 2 })
  })

  test('a ticket stays open where the owner wrote while the loop took it', async () => {
    const owner = await world.account()
    const { id } = await newTicket(owner)
    await replyAsSupport(world, id, 'Please send us an example.')
    await pass(owner, 7 * DAY)
    const client = await world.pool.connect()
    try {
      await client.query('begin')
      await client.query('select from ticket_number where account_id = $1 for update', [owner.id])
      const kept = keepUp()
      const dueAt = async () => (await world.pool.query('select due_at from ticket where id = $1', [id])).rows[0].due_at
      await expect.poll(dueAt).not.toEqual(world.clock.now())
      await client.query(`update ticket set state = 'waiting_for_us', due_at = null where id = $1`, [id])
      await client.query('commit')
      await kept
    } finally {
      client.release()
    }
    expect((await read(owner, id)).body).toMatchObject({ state: 'waiting_for_us', steps: [] })
    expect(await solvedFor(owner)).toEqual([])
  })

  test('diagnostics are deleted after an hour where no ticket took them', async () => {
    const owner = await world.account()
    const { id } = await newTicket(owner)
    await world.pool.query(
      `insert into ticket_diagnostics (account_id, id, taken_at, lines, ticket_id)
       select $1, uuidv7(), $2, '[]', taken from unnest(array[null, $3::uuid]) taken`,
      [owner.id, world.clock.now(), id],
    )
    world.clock.advance(HOUR + 1)
    await keepUp()
    const left = await world.pool.query('select ticket_id from ticket_diagnostics where account_id = $1', [owner.id])
    expect(left.rows).toEqual([{ ticket_id: id }])
  })
})

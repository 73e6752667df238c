import { HOUR, MINUTE } from '@hongyan/contract/durations'
import { audit } from '@hongyan/contract/endpoints/account/audit'
import { tickets } from '@hongyan/contract/endpoints/support/tickets'
import { upload } from '@hongyan/contract/endpoints/upload'
import type { TicketId } from '@hongyan/contract/ids'
import { support as limits } from '@hongyan/contract/limits/support'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliverToInbox } from '../../../../test/deliveries.ts'
import { workbook } from '../../../../test/archives.ts'
import { form, image, pdf } from '../../../../test/forms.ts'
import { inboxOf, newestOf } from '../../../../test/inbox.ts'
import { addressOfTicket, mailSettings, passOn, type TestEmail } from '../../../../test/support-mail.ts'
import { newTicket, newTicketForm, replyAsSupport, ticketCommand } from '../../../../test/tickets.ts'
import { FIRST_MOMENT } from '../../../../test/world-template.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { replyMarkers } from '../../../kit/letter.ts'
import type { MailThread } from '../../../providers/mail/mail.ts'
import { newSecret } from '../../../webhooks/signature.ts'

let world: World
beforeAll(async () => (world = await newWorld(mailSettings)))
beforeEach(() => world.clock.set(FIRST_MOMENT))
afterAll(() => world.close())

const readTicket = (owner: SignedIn, id: TicketId) => owner.call(tickets.get, { params: { id } })
const textsOf = async (owner: SignedIn, id: TicketId) => (await readTicket(owner, id)).messages.map(({ text }) => text)

/** A ticket that waits for its owner, and an answer to it that is right in every way. */
async function answered(changes: { readonly contact?: string } = {}) {
  const owner = await world.account()
  const ticket = await newTicket(owner, changes)
  await replyAsSupport(world, ticket.id, 'Which number?')
  const email: TestEmail = { from: owner.email, to: [addressOfTicket(world, owner, ticket.id)], text: 'The second.' }
  return { owner, id: ticket.id, email, first: ticket.messages[0]?.text }
}

describe('an answer by email', () => {
  test('an answer to the email of a reply becomes a message of the ticket without what it quotes', async () => {
    const { owner, id } = await answered()
    await deliverToInbox(world)
    const { text: sent, replyTo } = await newestOf(world, owner.email)
    expect(sent).toContain(replyMarkers.en)
    expect(sent).toContain('Reply to this email or in the console.')
    const quoted = sent.split('\n').map((line) => `> ${line}`)
    const text = ['The second one.', '', 'On Wed, Hongyan <no-reply@localhost> wrote:', ...quoted].join('\n')
    // A mail server may write the address in capitals.
    const status = await passOn(world, {
      from: `"Ada L." <${owner.email.toUpperCase()}>`,
      to: [`Support <${replyTo?.toUpperCase()}>`],
      text,
    })
    expect(status).toBe(200)
    const { state, messages } = await readTicket(owner, id)
    expect(state).toBe('waiting_for_us')
    expect(messages.at(-1)).toMatchObject({ author: 'owner', way: 'mail', text: 'The second one.' })
    expect((await owner.call(audit.list))[0]).toMatchObject({ action: 'ticket.mail', actor: 'owner', subject: id })
  })

  test('an answer by email is added once, however often and from whichever process it is passed on', async () => {
    const { owner, id, email } = await answered()
    const again = { ...email, id: '<1@client.example>' }
    expect(await Promise.all([passOn(world, again), passOn(world, again)])).toEqual([200, 200])
    expect(await passOn(world, again)).toBe(200)
    expect(await textsOf(owner, id)).toHaveLength(3)
  })

  test('an answer by email may come from the ticket’s own address', async () => {
    const { owner, id, email } = await answered({ contact: 'duty@acme.example' })
    await passOn(world, { ...email, from: 'Duty <Duty@Acme.example>' })
    expect(await textsOf(owner, id)).toHaveLength(3)
  })

  test('an answer by email reopens a solved ticket', async () => {
    const { owner, id, email } = await answered()
    await ticketCommand(world, 'solve', id, '--by', 'Ines')
    await deliverToInbox(world)
    const solved = (await inboxOf(world, owner.email)).find(({ text }) => text.startsWith('Ticket #1 is solved'))
    expect(solved?.text).toContain('reply to this email or in the console until 4 December 2026 at 09:00.')
    await passOn(world, { ...email, to: [solved?.replyTo ?? ''] })
    expect(await readTicket(owner, id)).toMatchObject({ state: 'waiting_for_us' })
  })

  test('an answer by email that is too long is cut, and says so', async () => {
    const { owner, id, email } = await answered()
    await passOn(world, { ...email, text: `${'字'.repeat(limits.replyMax + 1)}\u202e\u0007` })
    expect((await textsOf(owner, id)).at(-1)).toBe(
      `${'字'.repeat(limits.replyMax)}\n\n(The rest of this long email was left out.)`,
    )
  })
})

test('the emails of a ticket are one conversation, each with an id that a second try repeats', async () => {
  const { owner, id } = await answered()
  await replyAsSupport(world, id, 'Is it solved?')
  await world.pool.query('create table again as select * from notice_letter where account_id = $1', [owner.id])
  await deliverToInbox(world)
  await world.pool.query('insert into notice_letter select * from again')
  await deliverToInbox(world)
  const { rows } = await world.pool.query<{ readonly thread: MailThread }>(
    'select thread from sandbox_message where recipient = $1',
    [owner.email],
  )
  expect(rows.map(({ thread }) => thread.root)).toEqual(Array(4).fill(`<ticket.${id}@localhost>`))
  expect(new Set(rows.map(({ thread }) => thread.id)).size).toBe(2)
  expect(new Set(rows.map(({ thread }) => thread.replyTo))).toEqual(new Set([addressOfTicket(world, owner, id)]))
})

describe('the attachments of an answer by email', () => {
  test('attachments of an email are examined, and the message names one that is refused with the reason', async () => {
    const { owner, id, email } = await answered()
    const program = Buffer.from(`MZ${'\0'.repeat(100)}`)
    const files = [
      { name: 'shot.png', content: await image('png') },
      { name: '../../etc/run\r\nBcc: eve@example.com.png', content: program },
      { name: 'empty.pdf', content: Buffer.alloc(0) },
      ...Array.from({ length: 3 }, (_, nr) => ({ name: `${nr}.pdf`, content: pdf(String(nr)).content })),
    ]
    const attachments = files.map(({ name, content }) => ({ name, content: content.toString('base64') }))
    expect(await passOn(world, { ...email, text: '', attachments })).toBe(200)
    const last = (await readTicket(owner, id)).messages.at(-1)
    expect(last?.attachments.map(({ name }) => name)).toEqual(['shot.png', '0.pdf', '1.pdf'])
    expect(last?.text.split('\n\n')).toEqual([
      expect.stringMatching(/^Attachment “\.\.\/\.\.\/etc\/runBcc: eve@example\.com\.png” left out: \S.*\.$/),
      expect.stringMatching(/^Attachment “empty\.pdf” left out: \S.*\.$/),
      'Only the first 5 attachments were added.',
    ])
  })
})

describe('emails that the product ignores', () => {
  test.each<[string, (email: TestEmail) => TestEmail]>([
    ['an absence notice', (email) => ({ ...email, auto_submitted: 'auto-replied' })],
    ['a bounce', (email) => ({ ...email, from: 'MAILER-DAEMON@example.com' })],
    ['an empty text', (email) => ({ ...email, text: ' \n> Which number?' })],
    ['another sender', (email) => ({ ...email, from: 'eve@example.com' })],
    ['two senders', (email) => ({ ...email, from: `${String(email.from)}, eve@example.com` })],
    [
      'a sender behind another in brackets',
      (email) => ({ ...email, from: `<${String(email.from)}> <eve@example.com>` }),
    ],
    ['the mailbox without a token', (email) => ({ ...email, to: [mailSettings.SUPPORT_MAIL_ADDRESS] })],
    [
      'a token of a ticket that is not there',
      (email) => ({ ...email, to: [`support+${'0'.repeat(50)}@mail.example.com`] }),
    ],
    [
      'an address at another host',
      ({ to = [], ...email }) => ({ ...email, to: to.map((each) => `${each}.evil.example`) }),
    ],
  ])('%s adds nothing to a ticket, and its sender learns nothing', async (_, changed) => {
    const { owner, id, email } = await answered()
    expect(await passOn(world, changed(email))).toBe(200)
    expect(await textsOf(owner, id)).toHaveLength(2)
  })

  test('an email with the token of another account’s ticket adds nothing', async () => {
    const [{ owner, id, email }, theirs] = [await answered(), await answered()]
    const to = [addressOfTicket(world, theirs.owner, id)]
    expect(await passOn(world, { ...email, to })).toBe(200)
    expect(await passOn(world, { ...email, to: theirs.email.to ?? [] })).toBe(200)
    expect(await textsOf(owner, id)).toHaveLength(2)
    expect(await textsOf(theirs.owner, theirs.id)).toHaveLength(2)
  })

  test('an email to a closed ticket adds nothing', async () => {
    const { owner, id, email } = await answered()
    await world.pool.query(`update ticket set state = 'closed' where id = $1`, [id])
    expect(await passOn(world, email)).toBe(200)
    expect(await textsOf(owner, id)).toHaveLength(2)
  })
})

describe('a call of the mail service', () => {
  test('a call of the mail service is refused without its signature, and more than five minutes late', async () => {
    const { owner, id, email } = await answered()
    const now = world.clock.now().getTime()
    expect(await passOn(world, email, { by: newSecret() })).toBe(401)
    expect(await passOn(world, email, { altered: (body) => body.replace('second', 'third') })).toBe(401)
    expect(await passOn(world, email, { at: new Date(now - 6 * MINUTE) })).toBe(401)
    expect(await passOn(world, email, { at: new Date(now + 6 * MINUTE) })).toBe(401)
    const bare = await world.app.inject({ method: 'POST', url: '/callbacks/mail', payload: email })
    expect(bare.statusCode).toBe(401)
    expect(await textsOf(owner, id)).toHaveLength(2)
  })

  test.each<[string, object]>([
    ['without a sender', { to: ['a@b.example'], text: 'x' }],
    ['whose sender is a list', { from: ['a@b.example'], to: [], text: 'x' }],
    [
      'whose attachment is not in base64',
      { from: 'a@b.example', to: [], text: 'x', attachments: [{ name: 'a', content: '%' }] },
    ],
  ])('a call of the mail service %s is refused', async (_, email) => {
    expect(await passOn(world, email)).toBe(400)
  })

  test('a call of the mail service that is no JSON, or too large, is refused', async () => {
    expect(await passOn(world, {}, { altered: () => 'from=ada' })).toBe(401)
    expect(await passOn(world, { text: 'x'.repeat(8 * 1024 * 1024) })).toBe(413)
  })

  test('the mail service repeats its call later where the account wrote thirty messages in the hour', async () => {
    const { owner, id, email } = await answered()
    const other = await newTicket(owner)
    await world.pool.query(
      `insert into ticket_message (account_id, ticket_id, id, at, author, way, text)
       select $1, $2, gen_random_uuid(), $3, 'owner', 'console', 'x' from generate_series(1, 30)`,
      [owner.id, other.id, world.clock.now()],
    )
    expect(await passOn(world, email)).toBe(429)
    world.clock.set(new Date(FIRST_MOMENT.getTime() + HOUR + MINUTE))
    expect(await passOn(world, email)).toBe(200)
    expect((await textsOf(owner, id)).at(-1)).toBe('The second.')
  })
})

test('an address that would add a header or a recipient to an email is no contact of a ticket', async () => {
  const owner = await world.account()
  const contacts = [
    'a@b.example\r\nBcc: eve@example.com',
    'a@b.example, eve@example.com',
    'Ada <a@b.example>',
    '=?utf-8?q?a=40b.example?= <eve@example.com>',
  ]
  const answers = contacts.map((contact) => owner.ask(tickets.create, { body: newTicketForm({ contact }) }))
  for (const answer of await Promise.all(answers)) {
    expect(answer).toMatchObject({ status: 400, body: { error: { field: 'contact' } } })
  }
})

describe('hostile attachments', () => {
  const bomb = workbook(Buffer.alloc(60 * 1024 * 1024))
  test.each<[string, string, Buffer, number]>([
    ['a program with the name of a picture', 'shot.png', Buffer.from(`MZ${'\0'.repeat(200)}`), 415],
    ['a workbook that unpacks to far more than its size', 'list.xlsx', bomb, 413],
    ['a page behind the first bytes of a GIF', 'x.gif', Buffer.from('GIF89a<script>alert(1)</script>'), 400],
  ])('an attachment that is %s is refused in one sentence', async (_, name, content, expected) => {
    const owner = await world.account()
    const { status, body } = await owner.ask(upload.create, form({ purpose: 'attachment' }, { name, content }))
    expect(status).toBe(expected)
    expect(body).toMatchObject({ error: { message: expect.stringMatching(/^[^.]+\.(?: [^.]+\.)?$/) } })
  })
})

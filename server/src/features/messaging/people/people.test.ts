import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import type { CallOf } from '@hongyan/contract/endpoint'
import { account } from '@hongyan/contract/endpoints/account/account'
import { audit } from '@hongyan/contract/endpoints/account/audit'
import { smsRateLimiting } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { audiences } from '@hongyan/contract/endpoints/messaging/audiences'
import { exports } from '@hongyan/contract/endpoints/messaging/exports'
import { messages } from '@hongyan/contract/endpoints/messaging/messages'
import { type EvidencePack, people } from '@hongyan/contract/endpoints/messaging/people'
import { contacts, phonebooks } from '@hongyan/contract/endpoints/messaging/phonebooks'
import { recipients } from '@hongyan/contract/endpoints/messaging/recipients'
import { templates } from '@hongyan/contract/endpoints/messaging/templates'
import { tickets } from '@hongyan/contract/endpoints/support/tickets'
import type { TicketId } from '@hongyan/contract/ids'
import { ExportJobStatus, RecipientSource } from '@hongyan/contract/vocabulary/job'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withRecipientList } from '../../../compose/people.ts'
import { readArguments } from '../../../kit/command.ts'
import { isSigned, type Signed } from '../../../signing/signing.ts'
import { downloaded, ended, exported, type ExportForm, exportForm } from '../../../../test/exports.ts'
import { newUpload } from '../../../../test/forms.ts'
import { filesIn, textOf } from '../../../../test/pdf-text.ts'
import { eventually, newSender } from '../../../../test/sender.ts'
import { newTicketForm, replyAsSupport } from '../../../../test/tickets.ts'
import { approveSubmission } from '../../../../test/submissions.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { inTransaction } from '../../../db/tx.ts'
import { holdBackExports, withdrawExports } from '../../../exports/withdraw.ts'
import { eraseNext } from '../../../gateway/erase.ts'
import { peopleCommands } from './commands.ts'
import { recipientOf } from './recipient.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const reminderForm: CallOf<typeof templates.create>['body'] = {
  name: 'Ferry reminder',
  code: 'ferry_reminder',
  scene: 2,
  language: 'en',
  signature_id: null,
  industry: 'ECOMMERCE',
  usage_note: 'People who ticked reminders when they booked.',
  content: 'Your ferry leaves from {place} in an hour. See you on board.',
  variables: [{ name: 'place', type: 'text', max_length: 20, sample: 'Pier 2' }],
}

let numbers = 0
/** A number that no other test sends to. */
const newNumber = (): string => `+1206555${String(1000 + (numbers += 1))}`

/** Sends one text to each number, and waits until all of them have ended. */
async function sent(owner: SignedIn, ...to: readonly string[]): Promise<void> {
  const { send } = await newSender(world, owner)
  for (const each of to) await send({ to: each, text: `Hello ${each.slice(-4)}`, clientRef: 'order-9' })
  await eventually(
    () => owner.call(messages.list),
    (rows) => rows.length >= to.length && rows.every(({ done_at: at }) => at !== null),
  )
}

const publicKeys = async (owner: SignedIn) => (await owner.call(people.keys)).keys

const inAMinute = () => world.clock.set(new Date(world.clock.now().getTime() + 61_000))

/** The tables in which a text occurs, the sandbox's phones left out. */
async function tablesWith(text: string): Promise<readonly string[]> {
  const { rows } = await world.pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'sandbox%'`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await world.pool.query(`select from ${name} t where t::text like $1 limit 1`, [`%${text}%`])
    if (rowCount === 1) found.push(name)
  }
  return found
}

/** The distinct recipients of an account's messages, as a recount of its days finds them. */
async function recipientsOf({ id }: SignedIn): Promise<number | undefined> {
  const { rows } = await world.pool.query<{ count: number }>(
    'select count(distinct to_hash)::integer as count from message where account_id = $1',
    [id],
  )
  return rows[0]?.count
}

test('the record of a number has its messages alone, with their facts, and a signature that covers all of it', async () => {
  const owner = await world.account()
  const number = newNumber()
  await sent(owner, number, newNumber(), number)
  const signed = await owner.call(people.record, { body: { recipient: number } })
  expect(signed.document).toMatchObject({ recipient: number, account: owner.id, complete: true, currency: 'USD' })
  expect(signed.document.messages.map(({ text, client_ref: ref }) => [text, ref])).toEqual([
    [`Hello ${number.slice(-4)}`, 'order-9'],
    [`Hello ${number.slice(-4)}`, 'order-9'],
  ])
  expect(signed.document.messages[0]?.facts.map(({ source }) => source)).toContain('receipt')
  const keys = await publicKeys(owner)
  expect(isSigned(signed, keys)).toBe(true)
  const changed = { ...signed, document: { ...signed.document, recipient: newNumber() } }
  expect(isSigned(changed, keys)).toBe(false)
})

test('an evidence pack shows consent, messages and their timeline, and has the signed file attached', async () => {
  const owner = await world.account()
  const number = newNumber()
  const { id: templateId, code } = await owner.call(templates.create, { body: reminderForm })
  await approveSubmission(world, templateId)
  const { send } = await newSender(world, owner)
  await send({ to: number, templateId: code, templateData: { place: 'Pier 4' } })
  await send({ to: newNumber(), text: 'Another person' })
  await eventually(
    () => owner.call(messages.list),
    (rows) => rows.length === 2 && rows.every(({ done_at: at }) => at !== null),
  )
  await owner.call(recipients.add, { body: { recipient: number, reason: 'opt_out', scenes: [3], note: 'By phone' } })
  const { name, content } = await owner.call(people.evidence, { body: { recipient: number } })
  expect(name).toMatch(/^evidence-\d{4}-\d\d-\d\d\.pdf$/)
  const pdf = Buffer.from(content, 'base64')
  const text = textOf(pdf).join(' ')
  for (const part of [
    number,
    'People who ticked reminders',
    'Your ferry leaves from Pier 4',
    'Delivered',
    'DELIVRD',
    'Opted out',
    'By phone',
  ]) {
    expect(text).toContain(part)
  }
  expect(text).not.toContain('Another person')
  const [attached = ''] = filesIn(pdf)
  const signed = JSON.parse(attached) as Signed<EvidencePack>
  expect(signed.document).toMatchObject({ type: 'evidence_pack', recipient: number, messages: [{ parts: 1 }] })
  expect(isSigned(signed, await publicKeys(owner))).toBe(true)
  // A line may break behind any dash of the signature.
  expect(text.replaceAll(/\s/g, '')).toContain(signed.signature.value)
})

test('an evidence pack shows a message to a person who opted out as refused, not as accepted', async () => {
  const owner = await world.account()
  const number = newNumber()
  await owner.call(recipients.add, { body: { recipient: number, reason: 'opt_out', scenes: [3], note: '' } })
  const { send } = await newSender(world, owner)
  await eventually(
    () => send({ to: [number, newNumber()], text: 'Ten percent off', scene: 3 }),
    ({ body }) => body.data?.messages[0]?.error !== undefined,
  )
  const { content } = await owner.call(people.evidence, { body: { recipient: number } })
  const text = textOf(Buffer.from(content, 'base64')).join(' ')
  expect(text).toContain('Rejected')
  expect(text).not.toContain('Accepted')
})

test('a record and an erasure leave audit entries without the number', async () => {
  const owner = await world.account()
  const number = newNumber()
  await owner.call(people.record, { body: { recipient: number } })
  await owner.call(people.erase, { body: { recipient: number } })
  const entries = await eventually(
    () => owner.call(audit.list),
    (found) => ['people.record', 'people.erase'].every((action) => found.some((entry) => entry.action === action)),
  )
  expect(JSON.stringify(entries)).not.toContain(number.slice(2))
})

test('an erasure removes a number and its texts from every table, and nothing else', async () => {
  const owner = await world.account()
  const [number, other] = [newNumber(), newNumber()]
  await sent(owner, number, other, number)
  const exempt = [number, other].map((one) => ({ number: one, note: 'Monitoring', expires_at: null }))
  const limits = { version: 0, enabled: true, rules: [], exempt, per_second: null, day: null, countries: [] }
  await owner.call(smsRateLimiting.save, { body: limits })
  const before = await owner.call(account.get)
  const recipients = await recipientsOf(owner)
  const row = await owner.call(people.erase, { body: { recipient: number } })
  expect(row).toMatchObject({ finished_at: null, erased: 0, waiting: 2 })
  expect(await owner.ask(people.certificate, { params: { id: row.id } })).toMatchObject({ status: 409 })
  await world.loops.run('erasures')
  inAMinute()
  await world.loops.run('erasures')
  expect(await tablesWith(number.slice(1))).toEqual([])
  expect(await tablesWith(`Hello ${number.slice(-4)}`)).toEqual([])
  expect((await owner.call(smsRateLimiting.get)).exempt.map((one) => one.number)).toEqual([other])
  expect(await owner.call(messages.list, { query: { recipient: number } })).toEqual([])
  expect(await owner.call(messages.list, { query: { recipient: other } })).toMatchObject([
    { text: `Hello ${other.slice(-4)}` },
  ])
  const log = await owner.call(messages.list, { query: { ref: 'order-9' } })
  expect(log.map(({ to, text }) => [to.startsWith('•'), text === null])).toEqual([
    [true, true],
    [false, false],
    [true, true],
  ])
  expect([recipients, await recipientsOf(owner)]).toEqual([2, 2])
  expect((await owner.call(account.get)).balance_amount).toBe(before.balance_amount)
  expect(await owner.call(people.erasures)).toMatchObject([{ id: row.id, erased: 2, waiting: 0 }])
  const certificate = await owner.call(people.certificate, { params: { id: row.id } })
  expect(certificate.document).toMatchObject({ messages: 2, recipient: row.recipient })
  expect(JSON.stringify(certificate)).not.toContain(number.slice(2))
  expect(isSigned(certificate, await publicKeys(owner))).toBe(true)
})

test('a block or an opt-out of an erased number stays in force without the number, and its record still shows it', async () => {
  const owner = await world.account()
  const number = newNumber()
  await owner.call(recipients.add, { body: { recipient: number, reason: 'opt_out', note: 'Mei Lin' } })
  const before = await owner.call(people.record, { body: { recipient: number } })
  expect(before.document.listed).toMatchObject([{ reason: 'opt_out', scenes: [3], note: 'Mei Lin' }])
  const { id } = await owner.call(people.erase, { body: { recipient: number } })
  inAMinute()
  await world.loops.run('erasures')
  expect(await tablesWith(number.slice(1))).toEqual([])
  expect(await tablesWith('Mei Lin')).toEqual([])
  expect(await owner.call(recipients.list)).toMatchObject([{ recipient: null, ending: '', note: '' }])
  const { document } = await owner.call(people.certificate, { params: { id } })
  expect(document).toMatchObject({ messages: 0, listed: 1 })
  expect(document.statement.en).toContain('hash')
  const { send } = await newSender(world, owner)
  await eventually(
    () => send({ to: number, text: 'Hello', scene: 3 }),
    ({ body }) => body.details?.error === 'opted_out',
  )
  const after = await owner.call(people.record, { body: { recipient: number } })
  expect(after.document.listed).toMatchObject([{ reason: 'opt_out', note: '' }])
})

test('the record of a number has its contacts with their consent, and an erasure deletes them at once', async () => {
  const owner = await world.account()
  const { id, version } = await owner.call(phonebooks.create, { body: { name: 'Members' } })
  const params = { id }
  await owner.call(phonebooks.update, { params, body: { version, fields: [{ name: 'Town', was: null }] } })
  const consent = { source: 'Web form', at: '2026-03-01' }
  for (const to of ['+12065550177', '+12065550178'])
    await owner.call(contacts.create, { params, body: { to, fields: { Town: 'Oslo' }, zone: 'Europe/Oslo', consent } })
  const body = { recipient: '+12065550177' }
  const read = async () => (await owner.call(people.record, { body })).document.contacts
  expect(await read()).toMatchObject([{ phonebook: 'Members', fields: { Town: 'Oslo' }, zone: 'Europe/Oslo', consent }])
  await owner.call(people.erase, { body })
  expect(await read()).toEqual([])
  expect(await owner.call(phonebooks.get, { params })).toMatchObject({ contacts: 1 })
})

test('an erasure masks a number in stored answers and among the first values of files, and a repeated request still sends nothing', async () => {
  const owner = await world.account()
  const [number, other] = [newNumber(), newNumber()]
  const { send } = await newSender(world, owner)
  const request = { to: [number, other], text: 'Hello' }
  const keyed = { headers: { 'idempotency-key': 'order-9' } }
  await send(request, keyed)
  const content = Buffer.from(`Phone,Name\n(206) ${number.slice(5, 8)}-${number.slice(8)},Mei\n${other},Bo\n`)
  const file = async () => (await newUpload(owner, 'recipients', { name: 'members.csv', content })).id
  const body = { source: RecipientSource.File, file: await file(), country: 'US' } as const
  const list = await owner.call(audiences.create, { body })
  const book = await owner.call(phonebooks.create, { body: { name: 'Members' } })
  const params = { id: book.id }
  const form = { file: await file(), country: 'US', consent: null }
  const { id: iid } = await owner.call(phonebooks.import, { params, body: form })
  await world.loops.run('audiences')
  await world.loops.run('contact-imports')
  const firstValues = async () => [
    (await owner.call(audiences.get, { params: { id: list.id } })).columns[0]?.sample,
    (await owner.call(phonebooks.imported, { params: { ...params, iid } })).columns[0]?.sample,
  ]
  await eventually(firstValues, (found) => found.every((values) => values?.length === 2))
  await eventually(
    () => owner.call(messages.list),
    (rows) => rows.length === 2 && rows.every(({ done_at: at }) => at !== null),
  )

  await owner.call(people.erase, { body: { recipient: number } })
  inAMinute()
  await world.loops.run('erasures')
  const mask = `+1 206••• ••${number.slice(-2)}`
  expect(await firstValues()).toEqual([
    [mask, other],
    [mask, other],
  ])
  expect(await tablesWith(number.slice(1))).toEqual([])
  expect(await tablesWith(`555-${number.slice(8)}`)).toEqual([])
  const again = await send(request, keyed)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.body.data?.messages.map(({ to }) => to)).toEqual([mask, other])
  expect(await owner.call(messages.list)).toHaveLength(2)
})

test('an erasure deletes the files whose days have its messages, and says so on its certificate', async () => {
  const owner = await world.account()
  const [number, other] = [newNumber(), newNumber()]
  await sent(owner, number, other)
  const made = (choice: Partial<ExportForm>) =>
    exported(world, owner, exportForm(world, choice.kind ?? 'messages', choice))
  const [masked, recipients, ofOther] = [
    await made({}),
    await made({ kind: 'recipients', masked: false }),
    await made({ kind: 'transactions' }),
  ]
  const { id } = await owner.call(people.erase, { body: { recipient: number } })
  await world.loops.run('erasures')
  inAMinute()
  await world.loops.run('erasures')
  expect(await owner.call(people.erasures)).toMatchObject([{ id, erased: 1, files: 2, finished_at: null }])
  for (const withdrawn of [masked, recipients]) {
    const params = { id: withdrawn.id }
    expect(await owner.call(exports.get, { params })).toMatchObject({
      status: ExportJobStatus.Failed,
      reason: 'erased',
    })
    expect(await owner.ask(exports.download, { params })).toMatchObject({ status: 410 })
  }
  expect((await downloaded(world, owner, ofOther.id)).status).toBe(200)

  await world.loops.run('export-files')
  await eventually(
    async () => {
      inAMinute()
      await world.loops.run('erasures')
      return owner.call(people.erasures)
    },
    ([row]) => row?.finished_at !== null,
  )
  const { document } = await owner.call(people.certificate, { params: { id } })
  expect(document).toMatchObject({ messages: 1, files: 2 })
  expect(document.statement.en).toContain('export files on our servers that could contain them (2) are deleted')

  await owner.call(exports.retry, { params: { id: recipients.id } })
  expect(await ended(world, owner, recipients.id)).toMatchObject({ status: ExportJobStatus.Finished, rows: 2 })
  const { content } = await downloaded(world, owner, recipients.id)
  expect(content.toString()).toContain(other)
  expect(content.toString()).not.toContain(number)
})

test('an export that was running while a number was erased begins again', async () => {
  const owner = await world.account()
  const number = newNumber()
  await sent(owner, number)
  const { id } = await owner.call(exports.create, { body: exportForm(world, 'messages', { masked: false }) })
  await world.pool.query(
    `update export set status = 2, claim = gen_random_uuid(), counted = true, total = 1, due_at = now() + interval '1 hour'
      where id = $1`,
    [id],
  )
  await owner.call(people.erase, { body: { recipient: number } })
  await world.loops.run('erasures')
  const file = await ended(world, owner, id)
  expect(file).toMatchObject({ status: ExportJobStatus.Finished, rows: 1 })
  expect((await downloaded(world, owner, id)).content.toString()).not.toContain(number.slice(2))
})

test('an export that is ordered while an erasure is being committed reads nothing of the person', async () => {
  const owner = await world.account()
  const number = newNumber()
  await sent(owner, number)
  const recipient = await recipientOf(world.db, owner.id, number)
  const until = world.clock.now()
  const isWaiting = async () =>
    (await world.pool.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount === 1
  const ordered = await inTransaction(world.pool, async (tx) => {
    await holdBackExports(tx, owner.id)
    const moments = await eraseNext(tx, { ...recipient, until }, Buffer.alloc(16, 7))
    await withdrawExports(tx, owner.id, moments, until)
    let isOrdered = false
    const order = owner
      .call(exports.create, { body: exportForm(world, 'messages', { masked: false }) })
      .finally(() => (isOrdered = true))
    await eventually(isWaiting, (waits) => waits || isOrdered)
    await world.loops.run('exports')
    return { order }
  })
  const { id } = await ordered.order
  expect(await ended(world, owner, id)).toMatchObject({ status: ExportJobStatus.Finished, rows: 1 })
  expect((await downloaded(world, owner, id)).content.toString()).not.toContain(number.slice(2))
})

test('a message on its way keeps its number until it ends, and the certificate waits for it', async () => {
  const owner = await world.account()
  const waiting = '+12065550007' // the sandbox puts it off
  const { send } = await newSender(world, owner)
  await send({ to: waiting, text: 'Later' })
  await eventually(
    () => world.pool.query(`update deferred set due_at = now() + interval '1 hour' where account_id = $1`, [owner.id]),
    ({ rowCount }) => rowCount === 1,
  )
  const { id } = await owner.call(people.erase, { body: { recipient: waiting } })
  inAMinute()
  await world.loops.run('erasures')
  expect(await owner.call(people.erasures)).toMatchObject([{ id, erased: 0, waiting: 1, finished_at: null }])
  expect(await owner.call(messages.list)).toMatchObject([{ text: 'Later' }])
  expect(await owner.call(people.erase, { body: { recipient: waiting } })).toMatchObject({ id })
})

test('operators export and erase a number at every account by command, and check the documents', async () => {
  const [one, two, none] = [await world.account(), await world.account(), await world.account()]
  const number = newNumber()
  await sent(one, number)
  await sent(two, number, number)
  await sent(none, newNumber())
  const exported = await run('person export', number, '--by', 'Mei')
  expect(exported.line).toContain('3 messages of 2 accounts')
  const erased = (await run('person erase', number, '--by', 'Mei')).json as { account: string; id: string }[]
  expect(new Set(erased.map(({ account: id }) => id))).toEqual(new Set([one.id, two.id]))
  inAMinute()
  await world.loops.run('erasures')
  expect(await tablesWith(number.slice(1))).toEqual([])
  const folder = mkdtempSync(join(tmpdir(), 'hongyan-'))
  const file = join(folder, 'certificate.json')
  const { json } = await run('person certificate', erased[0]?.id ?? '')
  writeFileSync(file, JSON.stringify(json))
  expect(await run('person check', file)).not.toHaveProperty('failed')
  writeFileSync(file, JSON.stringify(json).replace('"messages":', '"messages":1'))
  expect(await run('person check', file)).toMatchObject({ failed: true })
  rmSync(folder, { recursive: true })
  await expect(run('person export', '2065551000', '--by', 'Mei')).rejects.toThrow('must begin with +')
})

test('a number that no country has is refused by name', async () => {
  const owner = await world.account()
  for (const row of [people.record, people.erase]) {
    for (const recipient of ['+12', 'Mei', '']) {
      const { status, body } = await owner.ask(row, { body: { recipient } })
      expect([status, body]).toMatchObject([400, { error: { code: 'invalid_phone_number', field: 'recipient' } }])
    }
  }
})

function run(name: string, ...typed: readonly string[]) {
  const command = peopleCommands.find((each) => each.name === name)
  if (command === undefined) throw new Error(`no command ${name}`)
  return command.run(withRecipientList(world), readArguments(command, typed))
}

test('the record of a number has the tickets that list or mention it, and an erasure masks it in them', async () => {
  const [owner, other] = [await world.account(), await world.account()]
  const [to, spaced] = ['+12065554321', '+1 (206) 555-4321']
  const body = { recipient: to }
  await other.call(tickets.create, { body: newTicketForm({ numbers: [to] }) })
  const listed = await owner.call(tickets.create, { body: newTicketForm({ numbers: [to, '+12065554322'] }) })
  const mentioned = await owner.call(tickets.create, {
    body: newTicketForm({ subject: `No code at ${spaced}`, body: `Nothing arrives at\n${spaced} today.` }),
  })
  await replyAsSupport(world, mentioned.id, 'We called 206.555.4321 and it works.')
  await owner.call(tickets.create, { body: newTicketForm({ body: 'Order 120655543219 failed.' }) })
  await owner.call(tickets.create, { body: newTicketForm({ subject: `Late at ${spaced}`, body: 'Since today.' }) })

  const { document } = await owner.call(people.record, { body })
  expect(document.tickets).toMatchObject([
    { no: 1, listed: true, texts: [] },
    { no: 2, listed: false, texts: [mentioned.messages[0]?.text, 'We called 206.555.4321 and it works.'] },
    { no: 4, listed: false, subject: `Late at ${spaced}`, texts: [] },
  ])
  await owner.call(people.erase, { body })
  expect((await owner.call(people.record, { body })).document.tickets).toEqual([])
  const read = (id: TicketId) => owner.call(tickets.get, { params: { id } })
  expect((await read(listed.id)).numbers).toEqual(['+12065554322'])
  expect(await read(mentioned.id)).toMatchObject({
    subject: 'No code at +1 206••• ••21',
    messages: [
      { text: 'Nothing arrives at\n+1 206••• ••21 today.' },
      { text: 'We called +1 206••• ••21 and it works.' },
    ],
  })
  const found = await Promise.all([to.slice(1), '555-4321', '555.4321'].map(tablesWith))
  // Another account’s ticket, and a longer number.
  expect(found).toEqual([['ticket', 'ticket_message'], [], []])
})

import { contacts, phonebooks, type Contact } from '@hongyan/contract/endpoints/messaging/phonebooks'
import type { PhonebookId, UploadId } from '@hongyan/contract/ids'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUpload } from '../../../../../test/forms.ts'
import { newWorld, type SignedIn, type World } from '../../../../../test/world.ts'
import { parseRecipients } from '../../../../recipient-files/parse.ts'
import { createUploads } from '../../../../uploads/uploads.ts'
import type { ImportDeps } from './deps.ts'
import { contactImportLoop } from './run.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

/** Reads in this thread: the start of another one for each reading would cost more than the reading. */
const inThread: ImportDeps['read'] = async (input, options, take) => {
  const pages = parseRecipients(input, options)
  for (;;) {
    const next = await pages.next()
    if (next.done === true) return next.value
    await take(next.value)
  }
}

const runLoop = (read: ImportDeps['read'] = inThread): Promise<unknown> =>
  contactImportLoop({ db: world.db, uploads: createUploads({ ...world, config: world.config }), read }).run(
    new AbortController().signal,
  )

const numberAt = (n: number): string => `+1206555${String(1_000 + n)}`

const newFile = async (owner: SignedIn, content: string | Buffer): Promise<UploadId> =>
  (await newUpload(owner, 'recipients', { name: 'members.csv', content: Buffer.from(content) })).id

const newBook = async (owner: SignedIn): Promise<PhonebookId> =>
  (await owner.call(phonebooks.create, { body: { name: `Members ${Math.random()}` } })).id

interface Choices {
  readonly consent?: Contact['consent']
  readonly clear_empty?: boolean
  readonly phone_column?: string
}

/** Imports a file and returns its end. */
async function imported(owner: SignedIn, id: PhonebookId, content: string | Buffer, choices: Choices = {}) {
  const body = { file: await newFile(owner, content), country: 'US', consent: null, ...choices }
  const { id: iid } = await owner.call(phonebooks.import, { params: { id }, body })
  await runLoop()
  return owner.call(phonebooks.imported, { params: { id, iid } })
}

const listed = (owner: SignedIn, id: PhonebookId): Promise<Contact[]> =>
  owner.call(contacts.list, { params: { id }, query: { limit: 100 } })

test('the headings of a file become fields, and its rows contacts with their zone and consent', async () => {
  const owner = await world.account()
  const id = await newBook(owner)
  const end = await imported(
    owner,
    id,
    `Phone,Name,Time zone,Consent source,Consent date,City
(206) 555-1001,Anna,Europe/Oslo,Web form,2026-03-01,Oslo
+12065551002,Ben,Mars/Base,,,
+12065551002,Ben again,,,,
none,Carl,,,,
`,
  )
  expect(end).toMatchObject({
    state: 'ready',
    result: 0,
    problem: null,
    progress: 100,
    added: 2,
    updated: 0,
    unchanged: 0,
  })
  expect(end.counts).toMatchObject({ rows: 4, valid: 2, duplicates: 1, invalid: 1 })
  expect(await owner.call(phonebooks.get, { params: { id } })).toMatchObject({ fields: ['Name', 'City'], contacts: 2 })
  expect(await listed(owner, id)).toMatchObject([
    { to: numberAt(2), fields: { Name: 'Ben' }, zone: null, consent: null },
    {
      to: numberAt(1),
      fields: { Name: 'Anna', City: 'Oslo' },
      zone: 'Europe/Oslo',
      consent: { source: 'Web form', at: '2026-03-01' },
    },
  ])
})

test('a zone that the rows of a file spell in different cases becomes one name', async () => {
  const owner = await world.account()
  const id = await newBook(owner)
  const written = ['Europe/Oslo', 'EUROPE/OSLO', 'europe/oslo', 'eUROPE/oSLO', 'us/pacific', '+08:00']
  await imported(owner, id, `Phone,Time zone\n${written.map((zone, n) => `${numberAt(n)},${zone}\n`).join('')}`)
  const zones = (await listed(owner, id)).map(({ zone }) => zone)
  expect(zones.toReversed()).toEqual([...Array<string>(4).fill('Europe/Oslo'), 'US/Pacific', null])
})

test('a second file updates what it says, keeps the rest, and clears empty cells where the owner chose so', async () => {
  const owner = await world.account()
  const id = await newBook(owner)
  await imported(owner, id, `Phone,Name,City\n${numberAt(1)},Anna,Oslo\n${numberAt(2)},Ben,Bergen\n`)
  const file = `phone,NAME,City,Plan\n${numberAt(1)},Anna,,Gold\n${numberAt(2)},Ben,Bergen,\n${numberAt(3)},Cleo,,\n`
  const consent = { source: 'Shop', at: '2026-05-01' }
  expect(await imported(owner, id, file)).toMatchObject({ added: 1, updated: 1, unchanged: 1 })
  expect(await imported(owner, id, file)).toMatchObject({ added: 0, updated: 0, unchanged: 3 })
  const values = async () => (await listed(owner, id)).map(({ fields }) => fields)
  expect(await values()).toEqual([
    { Name: 'Cleo' },
    { Name: 'Ben', City: 'Bergen' },
    { Name: 'Anna', City: 'Oslo', Plan: 'Gold' },
  ])
  expect(await imported(owner, id, file, { clear_empty: true, consent })).toMatchObject({ updated: 3 })
  expect(await values()).toEqual([{ Name: 'Cleo' }, { Name: 'Ben', City: 'Bergen' }, { Name: 'Anna', Plan: 'Gold' }])
  expect((await listed(owner, id))[0]?.consent).toEqual(consent)
})

test('left-out rows are a file under a link that opens without a session and ends after 15 minutes', async () => {
  const owner = await world.account()
  const id = await newBook(owner)
  const long = 'x'.repeat(201)
  const { id: iid, counts } = await imported(
    owner,
    id,
    `Phone,Note\n=1+1,a\n${numberAt(1)},${long}\n${numberAt(2)},ok\n`,
  )
  expect(counts).toMatchObject({ rows: 3, valid: 1, invalid: 1, too_long: 1 })
  const { status, headers } = await owner.ask(phonebooks.leftOut, { params: { id, iid } })
  expect(status).toBe(302)
  const { pathname } = new URL(String(headers['location']))
  const open = () => world.app.inject({ method: 'GET', url: pathname })
  const file = await open()
  expect(file.body).toBe(`\uFEFFrow,value,reason\r\n1,'=1+1,invalid\r\n2,'${numberAt(1)},too_long\r\n`)
  expect(file.headers['content-disposition']).toContain('attachment')
  const now = world.clock.now()
  world.clock.set(new Date(now.getTime() + 16 * 60_000))
  expect((await open()).statusCode).toBe(404)
  world.clock.set(now)
})

test.each<[string, string, object]>([
  [
    'two phone columns',
    `A phone,B phone\n${numberAt(1)},${numberAt(2)}\n${numberAt(3)},${numberAt(4)}\n`,
    { problem: 'two_phone_columns' },
  ],
  ['no numbers', 'Name,City\nAnna,Oslo\n', { state: 'failed' }],
  [
    '21 fields',
    `Phone,${Array.from({ length: 21 }, (_, n) => `F${n}`).join(',')}\n${numberAt(1)}${',x'.repeat(21)}\n`,
    { problem: 'too_many_fields' },
  ],
])('a file with %s changes no contact and adds no field', async (_, content, problem) => {
  const owner = await world.account()
  const id = await newBook(owner)
  expect(await imported(owner, id, content)).toMatchObject({ state: 'failed', added: 0, ...problem })
  expect(await owner.call(phonebooks.get, { params: { id } })).toMatchObject({ fields: [], contacts: 0 })
})

test('a file with two phone columns is imported once the owner names one', async () => {
  const owner = await world.account()
  const id = await newBook(owner)
  const body = {
    file: await newFile(owner, `Home phone,Work phone\n${numberAt(1)},${numberAt(2)}\n`),
    country: 'US',
    consent: null,
  }
  await owner.call(phonebooks.import, { params: { id }, body })
  await world.loops.run('contact-imports')
  const again = { ...body, phone_column: 'Work phone' }
  const { id: iid } = await owner.call(phonebooks.import, { params: { id }, body: again })
  await world.loops.run('contact-imports')
  expect(await owner.call(phonebooks.imported, { params: { id, iid } })).toMatchObject({ state: 'ready', added: 1 })
  expect(await listed(owner, id)).toMatchObject([{ to: numberAt(2), fields: { 'Home phone': numberAt(1) } }])
})

test('a full phonebook takes no file, and one that a file would overfill stays as it is', async () => {
  const owner = await world.account()
  const id = await newBook(owner)
  const fill = (count: number) => world.pool.query('update phonebook set contacts = $2 where id = $1', [id, count])
  await fill(999_999)
  const file = `Phone\n${numberAt(1)}\n${numberAt(2)}\n`
  expect(await imported(owner, id, file)).toMatchObject({ state: 'failed', problem: 'phonebook_full', added: 0 })
  await fill(1_000_000)
  const body = { file: await newFile(owner, file), country: 'US', consent: null }
  expect(await owner.ask(phonebooks.import, { params: { id }, body })).toMatchObject({
    status: 409,
    body: { error: { code: 'phonebook_full' } },
  })
  expect(await listed(owner, id)).toEqual([])
})

test('an import whose process dies between two pages goes on behind the last one, and counts each row once', async () => {
  const owner = await world.account()
  const id = await newBook(owner)
  const rows = Array.from({ length: 4_500 }, (_, n) => `+1206${String(2_000_000 + n)},${n}`)
  const body = { file: await newFile(owner, `Phone,Nr\n${rows.join('\n')}\n`), country: 'US', consent: null }
  const { id: iid } = await owner.call(phonebooks.import, { params: { id }, body })
  const died = new Error('the process died')
  /** Reads, and ends behind some pages of all its readings together. */
  const dying = (pages: number): ImportDeps['read'] => {
    let left = pages
    return (input, options, take) =>
      inThread(input, options, async (page) => {
        if (left === 0) throw died
        left -= 1
        await take(page)
      })
  }
  const state = () => owner.call(phonebooks.imported, { params: { id, iid } })
  for (const pages of [1, 4, 1]) {
    await expect(runLoop(dying(pages))).rejects.toThrow(died)
    await world.pool.query('update contact_import set due_at = created_at where id = $1', [iid])
  }
  const { added } = await state()
  expect(added).toBeGreaterThan(0)
  expect(added).toBeLessThan(rows.length)
  await runLoop()
  expect(await state()).toMatchObject({ state: 'ready', added: rows.length, updated: 0, unchanged: 0 })
  expect(await owner.call(phonebooks.get, { params: { id } })).toMatchObject({ contacts: rows.length })
})

test('added, updated and unchanged are exact for any two files', async () => {
  const owner = await world.account()
  const row = fc.record({
    n: fc.integer({ min: 0, max: 12 }),
    name: fc.constantFrom('', 'Anna', 'Ben'),
    city: fc.constantFrom('', 'Oslo'),
  })
  const file = fc.uniqueArray(row, { selector: ({ n }) => n, minLength: 1, maxLength: 8 })
  type Row = { readonly n: number; readonly name: string; readonly city: string }
  const text = (rows: readonly Row[]): string =>
    `Phone,Name,City\n${rows.map(({ n, name, city }) => `${numberAt(n)},${name},${city}`).join('\n')}\n`
  await fc.assert(
    fc.asyncProperty(file, file, async (first, second) => {
      const id = await newBook(owner)
      await imported(owner, id, text(first))
      const end = await imported(owner, id, text(second))
      const before = new Map(first.map((one) => [one.n, one]))
      const olds = second.flatMap((one) => {
        const old = before.get(one.n)
        return old === undefined ? [] : [{ old, one }]
      })
      const updated = olds.filter(
        ({ old, one }) => (one.name !== '' && one.name !== old.name) || (one.city !== '' && one.city !== old.city),
      ).length
      const added = second.length - olds.length
      expect(end).toMatchObject({ added, updated, unchanged: olds.length - updated })
      await owner.call(phonebooks.remove, { params: { id } })
    }),
    { numRuns: 10 },
  )
})

test('the imports of a deleted phonebook end with their files', async () => {
  const owner = await world.account()
  const id = await newBook(owner)
  await imported(owner, id, `Phone\n${numberAt(1)}\nnone\n`)
  const body = { file: await newFile(owner, `Phone\n${numberAt(2)}\n`), country: 'US', consent: null }
  await owner.call(phonebooks.import, { params: { id }, body })
  await owner.call(phonebooks.remove, { params: { id } })
  await world.loops.run('contact-imports')
  await world.loops.run('phonebook-removals')
  const { rows } = await world.pool.query('select id from contact_import where account_id = $1', [owner.id])
  expect(rows).toEqual([])
})

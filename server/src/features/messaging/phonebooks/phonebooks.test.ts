import { audit } from '@hongyan/contract/endpoints/account/audit'
import { audiences } from '@hongyan/contract/endpoints/messaging/audiences'
import { contacts, phonebooks, type SegmentCondition, segments } from '@hongyan/contract/endpoints/messaging/phonebooks'
import { DAY } from '@hongyan/contract/durations'
import type { PhonebookId } from '@hongyan/contract/ids'
import { rules } from '@hongyan/contract/rules'
import { RecipientSource } from '@hongyan/contract/vocabulary/job'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../../test/sender.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const numberAt = (n: number): string => `+1206555${String(1_000 + n)}`

const plain = { fields: {}, zone: null, consent: null }

/** A phonebook with fields, and contacts with their values. */
async function newPhonebook(owner: SignedIn, fields: readonly string[] = [], values: readonly object[] = []) {
  const { id, version } = await owner.call(phonebooks.create, { body: { name: 'Members' } })
  const wanted = fields.map((name) => ({ name, was: null }))
  const book = await owner.call(phonebooks.update, { params: { id }, body: { version, fields: wanted } })
  for (const [index, given] of values.entries()) {
    const body = { to: numberAt(index), ...plain, fields: given as Record<string, string> }
    await owner.call(contacts.create, { params: { id }, body })
  }
  return book
}

/** The last digits of the contacts that a list finds, newest first. */
const found = async (owner: SignedIn, id: PhonebookId, query: object): Promise<string> =>
  (await owner.call(contacts.list, { params: { id }, query })).map(({ to }) => to.slice(-1)).join('')

test('a phonebook is created, renamed and found by a part of its name, and two cannot have one name', async () => {
  const owner = await world.account()
  const { id, version } = await owner.call(phonebooks.create, { body: { name: ' Members ' } })
  expect(await owner.ask(phonebooks.create, { body: { name: 'MEMBERS' } })).toMatchObject({
    status: 409,
    body: { error: { code: 'list_name_used', field: 'name' } },
  })
  const renamed = await owner.call(phonebooks.update, { params: { id }, body: { version, name: 'Friends' } })
  expect(renamed).toMatchObject({ name: 'Friends', version: version + 1 })
  await owner.call(phonebooks.create, { body: { name: 'Members' } })
  expect(await owner.call(phonebooks.list)).toMatchObject([{ name: 'Members' }, { name: 'Friends' }])
  expect(await owner.call(phonebooks.list, { query: { text: 'riEN' } })).toMatchObject([{ name: 'Friends' }])
  const stale = { params: { id }, body: { version, name: 'Others' } }
  expect(await owner.ask(phonebooks.update, stale)).toMatchObject({
    status: 409,
    body: { error: { code: 'state_conflict', details: { current: { name: 'Friends', version: 2 } } } },
  })
})

test('a renamed field keeps its values, and a removed field takes them along', async () => {
  const owner = await world.account()
  const { id, version } = await newPhonebook(
    owner,
    ['Town', 'Plan'],
    [{ Town: 'Oslo', plan: 'Gold' }, { Town: 'Bergen' }],
  )
  const changed = await owner.call(phonebooks.update, {
    params: { id },
    body: {
      version,
      fields: [
        { name: 'City', was: 'Town' },
        { name: 'Town', was: null },
      ],
    },
  })
  expect(changed.fields).toEqual(['City', 'Town'])
  const list = async () => (await owner.call(contacts.list, { params: { id }, query: {} })).map(({ fields }) => fields)
  expect(await list()).toEqual([{ City: 'Bergen' }, { City: 'Oslo' }])
  expect(await found(owner, id, { text: 'gold' })).toBe('')
  await world.loops.run('phonebook-removals')
  const { rows } = await world.pool.query('select searched from contact where account_id = $1', [owner.id])
  expect(JSON.stringify(rows)).not.toContain('gold')
  expect(await list()).toEqual([{ City: 'Bergen' }, { City: 'Oslo' }])
})

test.each<[string, object, string, string]>([
  [
    'two fields of one name',
    {
      fields: [
        { name: 'A', was: 'Town' },
        { name: 'a', was: null },
      ],
    },
    'invalid_request',
    'fields[1].name',
  ],
  ['a field that is not there', { fields: [{ name: 'A', was: 'Street' }] }, 'field_unknown', 'Street'],
  ['a name that begins with $', { fields: [{ name: '$country', was: null }] }, 'invalid_request', 'fields[0].name'],
  [
    '21 fields',
    { fields: Array.from({ length: 21 }, (_, n) => ({ name: `F${n}`, was: null })) },
    'invalid_request',
    'fields',
  ],
])('a change to %s is refused at its field', async (_, body, code, field) => {
  const owner = await world.account()
  const { id, version } = await newPhonebook(owner, ['Town'])
  expect(await owner.ask(phonebooks.update, { params: { id }, body: { version, ...body } })).toMatchObject({
    body: { error: { code, field } },
  })
})

test('a contact is added once by its number, changed by its version, and removed', async () => {
  const owner = await world.account()
  const { id } = await newPhonebook(owner, ['Town'])
  const consent = { source: 'Web form', at: '2026-03-01' }
  const body = { to: '(206) 555-0142', fields: { town: ' Oslo ' }, zone: 'Europe/Oslo', consent }
  const contact = await owner.call(contacts.create, { params: { id }, body })
  expect(contact).toMatchObject({
    to: '+12065550142',
    country: 'US',
    fields: { Town: 'Oslo' },
    zone: 'Europe/Oslo',
    consent,
  })
  expect(await owner.ask(contacts.create, { params: { id }, body })).toMatchObject({
    status: 409,
    body: { error: { code: 'contact_exists', field: 'to', details: { current: { id: contact.id } } } },
  })
  const params = { id, cid: contact.id }
  const { version } = contact
  const change = { params, body: { version, fields: {}, zone: null, consent: null } }
  expect(await owner.call(contacts.update, change)).toMatchObject({ fields: {}, zone: null, consent: null })
  expect(await owner.ask(contacts.update, change)).toMatchObject({
    status: 409,
    body: { error: { code: 'state_conflict', details: { current: { version: version + 1 } } } },
  })
  expect(await owner.call(phonebooks.get, { params: { id } })).toMatchObject({ contacts: 1 })
  await owner.call(contacts.remove, { params })
  expect(await owner.call(phonebooks.get, { params: { id } })).toMatchObject({ contacts: 0 })
  expect(await owner.ask(contacts.remove, { params })).toMatchObject({ status: 404 })
})

test('a contact keeps its zone under the name that it has, in whatever case it was written', async () => {
  const owner = await world.account()
  const { id } = await newPhonebook(owner, [])
  const body = { to: numberAt(1), ...plain, zone: 'asia/KOLKATA' }
  expect(await owner.call(contacts.create, { params: { id }, body })).toMatchObject({ zone: 'Asia/Kolkata' })
})

test.each<[string, object, string, string]>([
  ['of no possible number', { to: '12' }, 'invalid_phone_number', 'to'],
  ['with an unknown field', { fields: { Street: 'x' } }, 'field_unknown', 'Street'],
  ['with a long value', { fields: { Town: 'x'.repeat(201) } }, 'invalid_request', 'fields.Town'],
  [
    'with 101 fields',
    { fields: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`F${n}`, 'x'])) },
    'invalid_request',
    'fields',
  ],
  ['of an unknown zone', { zone: 'Mars/Base' }, 'invalid_request', 'zone'],
  ['whose consent has no day', { consent: { source: 'Web', at: '' } }, 'invalid_request', 'consent.at'],
])('a contact %s is refused at its field', async (_, body, code, field) => {
  const owner = await world.account()
  const { id } = await newPhonebook(owner, ['Town'])
  expect(
    await owner.ask(contacts.create, { params: { id }, body: { to: numberAt(1), ...plain, ...body } }),
  ).toMatchObject({
    body: { error: { code, field } },
  })
})

test('contacts are found by number, by its last digits and by a part of a value, and by nothing else', async () => {
  const owner = await world.account()
  const { id } = await newPhonebook(
    owner,
    ['Town', 'Note'],
    [{ Town: 'Oslo', Note: 'No. 1002' }, { Town: 'ÅLESUND' }, { Note: 'said "50 %_"' }, { Town: '杭州' }],
  )
  expect(await found(owner, id, {})).toBe('3210')
  expect(await found(owner, id, { text: '(206) 555-1001' })).toBe('1')
  expect(await found(owner, id, { text: '51003' })).toBe('3')
  expect(await found(owner, id, { text: '1002' })).toBe('20')
  expect(await found(owner, id, { text: 'ålesund' })).toBe('1')
  expect(await found(owner, id, { text: '州' })).toBe('3')
  expect(await found(owner, id, { text: '"50 %_"' })).toBe('2')
  expect(await found(owner, id, { text: '%' })).toBe('2')
  for (const text of ['", "', '{', '1":', '\\']) expect(await found(owner, id, { text })).toBe('')
  expect(await found(owner, id, { text: 'o', limit: 1, offset: 1 })).toBe('')
})

const where = (field: string, operator: SegmentCondition['operator'], value = ''): SegmentCondition => ({
  field,
  operator,
  value,
})

test('a segment has the contacts that meet all its conditions, by text, number, date and day', async () => {
  const owner = await world.account()
  const { id } = await newPhonebook(
    owner,
    ['Town', 'Age', 'Renewal'],
    [
      { Town: 'Oslo', Age: '7', Renewal: '2026-11-30' },
      { Town: 'oslo', Age: '30.5', Renewal: '2027-01-02' },
      { Town: 'Bergen', Age: 'old' },
      {},
    ],
  )
  const matches = async (...conditions: SegmentCondition[]): Promise<string> => {
    const name = `Segment ${Math.random()}`
    const segment = await owner.call(segments.create, { params: { id }, body: { name, conditions } })
    const inList = await found(owner, id, { segment: segment.id })
    const counted = await owner.call(segments.count, { params: { id }, body: { conditions } })
    expect([segment.contacts, counted]).toEqual([inList.length, { contacts: inList.length, exact: true }])
    return inList
  }
  expect(await matches(where('town', 'is', 'OSLO'))).toBe('10')
  expect(await matches(where('Town', 'is_not', 'Oslo'))).toBe('32')
  expect(await matches(where('Town', 'contains', 'GE'))).toBe('2')
  expect(await matches(where('Town', 'begins', 'os'), where('Age', 'above', '7.5'))).toBe('1')
  expect(await matches(where('Age', 'is', '7.0'))).toBe('0')
  expect(await matches(where('Age', 'below', '100'))).toBe('10')
  expect(await matches(where('Renewal', 'above', '2026-12-01'))).toBe('1')
  expect(await matches(where('Renewal', 'unset'))).toBe('32')
  expect(await matches(where('Town', 'set'), where('$country', 'is', 'US'))).toBe('210')
  expect(await matches(where('$country', 'is_not', 'US'))).toBe('')
  expect(await matches(where('$consent_source', 'unset'))).toBe('3210')
  const today = world.clock.now().toISOString().slice(0, 10)
  const yesterday = new Date(world.clock.now().getTime() - DAY).toISOString().slice(0, 10)
  expect(await matches(where('$created', 'is', today))).toBe('3210')
  expect(await matches(where('$created', 'below', yesterday))).toBe('')
  expect(await matches(where("Town' or true --", 'is', 'x')).catch((error: unknown) => String(error))).toContain(
    'field_unknown',
  )
  expect(await matches(where('Town', 'is', "x' or '1' = '1"))).toBe('')
})

test('a segment of few contacts, wherever they are in a large phonebook, is counted and made a list with each of them', async () => {
  const owner = await world.account()
  const { id } = await newPhonebook(owner, ['Plan'])
  // With ten conditions a statement looks at 5,000 contacts: the first part has none of the segment, the last is short.
  await world.pool.query(
    `insert into contact (account_id, phonebook_id, id, recipient, country, fields, created_at, updated_at)
     select $1, $2, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, '+1206' || 2000000 + n, 'US',
       jsonb_build_object('1', case when n in (5001, 5002, 10000, 10001, 10300) then 'Gold' else 'Basic' end), now(), now()
       from generate_series(1, 10300) n`,
    [owner.id, id],
  )
  await world.pool.query('update phonebook set contacts = 10300 where id = $1', [id])
  const conditions = [where('Plan', 'is', 'gold'), ...Array.from({ length: 9 }, () => where('$country', 'is', 'US'))]
  const body = { name: 'Gold', conditions }
  const segment = await owner.call(segments.create, { params: { id }, body })
  expect(segment).toMatchObject({ contacts: 5, exact: true })
  expect(await owner.call(contacts.list, { params: { id }, query: { segment: segment.id } })).toHaveLength(5)
  const source = { source: RecipientSource.Phonebook, phonebook: id, country: 'US' }
  const list = await owner.call(audiences.create, { body: { ...source, segment: segment.id } })
  const whole = await owner.call(audiences.create, { body: source })
  await world.loops.run('audiences')
  const { rows } = await world.pool.query<{ row: number; to: string }>(
    'select row, recipient as to from audience_member where audience_id = $1 order by row',
    [list.id],
  )
  const expected = [5001, 5002, 10_000, 10_001, 10_300].map((n, at) => ({ row: at + 1, to: `+1206${2_000_000 + n}` }))
  expect(rows).toEqual(expected)
  const { counts } = await owner.call(audiences.get, { params: { id: whole.id } })
  expect(counts).toMatchObject({ rows: 10_300, valid: 10_300 })
})

test.each<[string, SegmentCondition, string]>([
  ['an amount that is none', where('Town', 'above', 'ten'), rules.condition_amount.en],
  ['a day that is none', where('$created', 'above', '2026-02-30'), rules.condition_date.en],
  ['a country that is none', where('$country', 'is', 'Norway'), rules.cap_country.en],
  ['a country above another', where('$country', 'above', 'NO'), rules.condition_operator.en],
  ['nothing', where('Town', 'is', ' '), rules.condition_value.en],
])('a condition on %s is refused in one sentence', async (_, condition, message) => {
  const owner = await world.account()
  const { id } = await newPhonebook(owner, ['Town'])
  expect(await owner.ask(segments.count, { params: { id }, body: { conditions: [condition] } })).toMatchObject({
    status: 400,
    body: { error: { message } },
  })
})

test('a segment follows the new name of its field, and a field that a segment names cannot be removed', async () => {
  const owner = await world.account()
  const { id, version } = await newPhonebook(owner, ['Town'], [{ Town: 'Oslo' }])
  const body = { name: 'Oslo', conditions: [where('Town', 'is', 'oslo')] }
  const segment = await owner.call(segments.create, { params: { id }, body })
  expect(await owner.ask(segments.create, { params: { id }, body })).toMatchObject({ status: 409 })
  const rename = { version, fields: [{ name: 'City', was: 'Town' }] }
  await owner.call(phonebooks.update, { params: { id }, body: rename })
  expect(await owner.call(segments.list, { params: { id } })).toMatchObject([
    { name: 'Oslo', contacts: 1, exact: true, conditions: [{ field: 'City' }] },
  ])
  const drop = { params: { id }, body: { version: version + 1, fields: [] } }
  expect(await owner.ask(phonebooks.update, drop)).toMatchObject({
    status: 409,
    body: { error: { code: 'field_in_use', details: { segments: ['Oslo'] } } },
  })
  const params = { id, sid: segment.id }
  const next = { version: segment.version, name: 'All', conditions: [where('$country', 'is', 'US')] }
  expect(await owner.call(segments.update, { params, body: next })).toMatchObject({ name: 'All', contacts: 1 })
  expect(await owner.ask(segments.update, { params, body: next })).toMatchObject({ status: 409 })
  await owner.call(phonebooks.update, drop)
  await owner.call(segments.remove, { params })
  expect(await owner.call(segments.list, { params: { id } })).toEqual([])
})

test('a deleted phonebook is gone at once, and its contacts within the next turn of the loop', async () => {
  const owner = await world.account()
  const { id } = await newPhonebook(owner, ['Town'], [{ Town: 'Oslo' }, {}])
  await owner.call(phonebooks.remove, { params: { id } })
  expect(await owner.ask(phonebooks.get, { params: { id } })).toMatchObject({ status: 404 })
  expect(await owner.ask(contacts.list, { params: { id } })).toMatchObject({ status: 404 })
  await owner.call(phonebooks.create, { body: { name: 'Members' } })
  await world.loops.run('phonebook-removals')
  const { rows } = await world.pool.query<{ left: bigint }>(
    `select (select count(*) from contact where account_id = $1) + (select count(*) from phonebook where id = $2) as left`,
    [owner.id, id],
  )
  expect(rows[0]?.left).toBe(0n)
})

test('the audit log has no number and no value of a contact', async () => {
  const owner = await world.account()
  await newPhonebook(owner, ['Town'], [{ Town: 'Oslo' }])
  const acts = await eventually(
    () => owner.call(audit.list),
    (entries) => entries.some(({ action }) => action === 'contacts.create'),
  )
  expect(JSON.stringify(acts)).not.toMatch(/Oslo|5551000/)
})

import { tickets } from '@hongyan/contract/endpoints/support/tickets'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brokenRules, categoryAbout, type Choices, messageIdsIn, NOTHING_TYPED, ticketOf, type Typed } from './draft.ts'

const ID = '0199f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f'
const choices: Choices = {
  category: 'delivery',
  impact: 'degraded',
  about: null,
  attachments: [],
  diagnostics: null,
  notes: [],
}
const typed: Typed = { ...NOTHING_TYPED, subject: 'No codes arrive', body: 'None of our codes arrive.' }
const answers = {
  'answers.use': 'x'.repeat(20),
  'answers.consent': 'y'.repeat(2_000),
  'answers.cause': '鸿'.repeat(20),
}
const appeal = { category: 'appeal' } satisfies Partial<Choices>

test('the fields become a ticket, with ids as the console spells them and each once', () => {
  const ids = `${ID.replaceAll('-', '')}, ${ID.toUpperCase()}`
  const made = ticketOf(
    { ...choices, about: { kind: 'message', id: ID }, diagnostics: ID, notes: ['Error: no_route'] },
    {
      ...typed,
      subject: ' No  codes\tarrive ',
      message_ids: ids,
      numbers: '+1 206 555 0123\n+12065550124',
      contact: ' ',
    },
  )
  expect(made).toEqual({
    category: 'delivery',
    impact: 'degraded',
    subject: 'No codes arrive',
    body: 'None of our codes arrive.\n\nError: no_route',
    message_ids: [ID],
    numbers: ['+1 206 555 0123', '+12065550124'],
    attachments: [],
    about: { kind: 'message', id: ID },
    diagnostics: ID,
  })
  expect(tickets.create.body.safeParse(made).success).toBe(true)
})

test('an appeal has its answers, and neither messages nor numbers', () => {
  const made = ticketOf({ ...choices, ...appeal }, { ...typed, ...answers, message_ids: ID, numbers: '+12065550123' })
  expect(made).toMatchObject({ category: 'appeal', answers: { cause: '鸿'.repeat(20) } })
  expect(Object.keys(made)).not.toContain('message_ids')
  expect(tickets.create.body.safeParse(made).success).toBe(true)
})

test('a record suggests the category that its tickets usually have', () => {
  expect(categoryAbout({ kind: 'invoice', id: '1' })).toBe('billing')
  expect(categoryAbout({ kind: 'request', id: '1' })).toBeNull()
  expect(categoryAbout(null)).toBeNull()
})

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string }

/** The field of an issue as the form names it: a list as a whole, an answer by its name. */
const fieldOf = ({ path }: Issue): string =>
  path[0] === 'answers' ? path.slice(0, 2).map(String).join('.') : String(path[0])

function expectAgreement(made: ReturnType<typeof ticketOf>): void {
  const issues = tickets.create.body.safeParse(made).error?.issues ?? []
  const refused = Object.fromEntries(issues.map((issue) => [fieldOf(issue), issue.message]))
  expect(brokenRules(made)).toEqual(refused)
}

interface Input {
  readonly typed?: Partial<Typed>
  readonly choices?: Partial<Choices>
}

test.each<[string, Input]>([
  ['no subject', { typed: { subject: '' } }],
  ['a subject of blanks', { typed: { subject: '        ' } }],
  ['a subject too short by one', { typed: { subject: 'Help' } }],
  ['the longest subject', { typed: { subject: '🦢'.repeat(120) } }],
  ['a subject too long by one', { typed: { subject: 'x'.repeat(121) } }],
  ['a subject that turns the reading direction', { typed: { subject: 'No codes \u202E arrive' } }],
  ['a subject with a bell', { typed: { subject: 'No codes \u0007' } }],
  ['no description', { typed: { body: '' } }],
  ['a description too short by one', { typed: { body: ' 123456789 ' } }],
  ['the longest description', { typed: { body: '鸿'.repeat(5_000) } }],
  ['a description too long by one', { typed: { body: 'x'.repeat(5_001) } }],
  ['a description of lines', { typed: { body: 'one\r\ntwo\n\tthree' } }],
  ['a description with a null character', { typed: { body: 'None of our \u0000 codes' } }],
  ['a description whose notes make it too long', { typed: { body: 'x'.repeat(5_000) }, choices: { notes: ['y'] } }],
  ['fifty message ids', { typed: { message_ids: idsOf(50).join('\n') } }],
  ['a message id too many', { typed: { message_ids: idsOf(51).join('\n') } }],
  ['a word as a message id', { typed: { message_ids: `${ID} abc` } }],
  ['two words as message ids', { typed: { message_ids: 'abc def' } }],
  ['ten numbers', { typed: { numbers: numbersOf(10).join('\n') } }],
  ['a number too many', { typed: { numbers: numbersOf(11).join('\n') } }],
  ['a number longer than any', { typed: { numbers: '1'.repeat(33) } }],
  ['six attachments', { choices: { attachments: idsOf(6) } }],
  ['an email address', { typed: { contact: 'ops+sms@shop.example' } }],
  ['a word as an email address', { typed: { contact: 'ops' } }],
  ['two email addresses', { typed: { contact: 'a@shop.example, b@shop.example' } }],
  ['an email address with a header', { typed: { contact: 'a@shop.example\nBcc: b@shop.example' } }],
  ['an email address with a name', { typed: { contact: 'Ops <ops@shop.example>' } }],
  ['an email address that is too long', { typed: { contact: `${'a'.repeat(250)}@shop.example` } }],
  ['the answers of an appeal', { choices: appeal, typed: answers }],
  ['an appeal without answers', { choices: appeal }],
  ['an answer too short by one', { choices: appeal, typed: { ...answers, 'answers.use': 'x'.repeat(19) } }],
  ['an answer too long by one', { choices: appeal, typed: { ...answers, 'answers.cause': 'x'.repeat(2_001) } }],
])('the form and the server agree about %s, in the same words', (_, { typed: text = {}, choices: chosen = {} }) => {
  expectAgreement(ticketOf({ ...choices, ...chosen }, { ...typed, ...text }))
})

test('the form and the server agree about any text', () => {
  const odd = ['🦢', '鸿', '\u0000', '\u202E', '\u2028', '\u00A0', ' ', '\t', '\r\n', 'a@b.example', '..', '+1', ID]
  const part = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom(...odd))
  const text = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''))
  const fields = fc.record({ subject: text, body: text, message_ids: text, numbers: text, contact: text })
  fc.assert(
    fc.property(fields, (made) => expectAgreement(ticketOf(choices, { ...typed, ...made }))),
    { numRuns: 40 },
  )
})

test('ids are found between lines, blanks and commas of both languages', () => {
  expect(messageIdsIn(`a，b、c;d\n e\t,f`)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})

function idsOf(count: number): string[] {
  return Array.from({ length: count }, (_, nr) => ID.slice(0, -3) + String(100 + nr))
}

function numbersOf(count: number): string[] {
  return Array.from({ length: count }, (_, nr) => `+1206555${1000 + nr}`)
}

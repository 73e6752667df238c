import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type VerificationType, verificationTypes, type VerificationValues } from '../vocabulary/verification.ts'
import { checkValues, isAgent, spellValues } from './check.ts'
import { fieldsOf, forms } from './forms.ts'
import { reasonCodes, reasonText } from './reasons.ts'

const on = { today: '2026-11-20', isCountry: (iso2: string) => ['SG', 'US', 'DE'].includes(iso2) }
const file = (last: number) => `0198a000-0000-7000-8000-00000000000${last}`

const enterprise: VerificationValues = {
  name: '云帆速递有限公司',
  uscc: '91999999EJGC9P6N5T',
  licence: file(1),
  legal_representative: '陈嘉禾',
  id_number: '999999199001010016',
  operator_name: '陈嘉禾',
  operator_phone: '+8613800138000',
  id_front: file(2),
  id_back: file(3),
  id_expires_on: '2030-01-31',
  industry: 'ECOMMERCE',
  address: '杭州市文三路 90 号',
}
const business: VerificationValues = {
  name: 'Lumen Parcel Pte. Ltd.',
  country: 'SG',
  registration_number: '201912345K',
  address: '12 Robinson Road, Singapore',
  website: 'https://lumen-parcel.example',
  representative: 'Mei Tan',
  id_number: 'E1234567X',
  id_document: file(1),
  id_expires_on: 'permanent',
  use_case: 'Delivery notices to people who ordered a parcel.',
  monthly_volume: '20000',
  countries: ['SG', 'DE'],
}
const complete: Readonly<Record<VerificationType, VerificationValues>> = {
  individual: { name: '陈嘉禾', id_number: '999999199001010016' },
  enterprise,
  business,
  sole_trader: business,
}

test.each(verificationTypes)('a complete form of type %s has no refused field', (type) => {
  expect(checkValues(type, spellValues(type, complete[type]), on)).toEqual([])
})

test.each(verificationTypes)('an empty form of type %s refuses exactly its required fields', (type) => {
  const required = fieldsOf(type).filter((field) => forms[type][field] === 'required')
  expect(checkValues(type, {}, on).map(({ field }) => field)).toEqual(required)
})

test.each<[VerificationType, VerificationValues, string]>([
  ['enterprise', { name: '云' }, 'name length'],
  ['enterprise', { name: '云'.repeat(101) }, 'name length'],
  ['enterprise', { name: '12345' }, 'name form'],
  ['enterprise', { uscc: '9199' }, 'uscc form'],
  ['enterprise', { uscc: '91999999EJGC9P6N5U' }, 'uscc code_checksum'],
  ['enterprise', { licence: 'mine.png' }, 'licence form'],
  ['enterprise', { licence: '' }, 'licence file_required'],
  ['enterprise', { legal_representative: ' ' }, 'legal_representative required'],
  ['enterprise', { id_number: '99999919900101001' }, 'id_number form'],
  ['enterprise', { id_number: '999999199001010010' }, 'id_number code_checksum'],
  ['enterprise', { id_number: '999999199002300015' }, 'id_number impossible_date'],
  ['enterprise', { id_number: '999999202611191058' }, 'id_number under_age'],
  ['enterprise', { operator_name: '李明' }, 'authorisation authorisation_required'],
  ['enterprise', { operator_phone: '138-00' }, 'operator_phone form'],
  ['enterprise', { id_expires_on: '2026-11-19' }, 'id_expires_on expired_document'],
  ['enterprise', { id_expires_on: '2027-02-29' }, 'id_expires_on form'],
  ['enterprise', { industry: 'MINING' }, 'industry form'],
  ['enterprise', { address: '杭州' }, 'address length'],
  ['individual', { id_number: '999999199001010010' }, 'id_number code_checksum'],
  ['individual', { name: '' }, 'name required'],
  ['business', { country: 'XX' }, 'country unknown_country'],
  ['business', { registration_number: '12' }, 'registration_number length'],
  ['business', { registration_number: '2019<script>' }, 'registration_number form'],
  ['business', { registration_number: '' }, 'registration_number required'],
  ['business', { address: 'x'.repeat(201) }, 'address length'],
  ['business', { website: 'lumen parcel' }, 'website form'],
  ['business', { website: 'ftp://lumen.example' }, 'website form'],
  ['business', { website: 'http://192.0.2.1/' }, 'website form'],
  ['business', { website: 'http://localhost' }, 'website form'],
  ['business', { website: `https://lumen.example/${'x'.repeat(200)}` }, 'website length'],
  ['business', { representative: 'M' }, 'representative length'],
  ['business', { id_number: 'E12/34567' }, 'id_number form'],
  ['business', { id_number: 'E12' }, 'id_number length'],
  ['business', { id_expires_on: 'never' }, 'id_expires_on form'],
  ['business', { use_case: 'Notices' }, 'use_case length'],
  ['business', { use_case: 'x'.repeat(301) }, 'use_case length'],
  ['business', { monthly_volume: '0' }, 'monthly_volume form'],
  ['business', { monthly_volume: '1.5' }, 'monthly_volume form'],
  ['business', { monthly_volume: '100000001' }, 'monthly_volume form'],
  ['business', { countries: [] }, 'countries required'],
  ['business', { countries: ['SG', 'ZZ'] }, 'countries unknown_country'],
  ['business', { countries: Array.from({ length: 61 }, (_, place) => `A${place}`) }, 'countries length'],
])('a form of type %s with %o is refused as %s', (type, change, refused) => {
  const values = spellValues(type, { ...complete[type], ...change })
  expect(checkValues(type, values, on).map(({ field, code }) => `${field} ${code}`)).toEqual([refused])
})

test('the last day of a document is still valid, and an eighteenth birthday is old enough', () => {
  const values = { ...enterprise, id_expires_on: '2026-11-20' }
  expect(checkValues('enterprise', values, on)).toEqual([])
  const born = { name: '陈嘉禾', id_number: '999999200512318886' }
  expect(checkValues('individual', born, { ...on, today: '2023-12-31' })).toEqual([])
  expect(checkValues('individual', born, { ...on, today: '2023-12-30' })).toEqual([
    { field: 'id_number', code: 'under_age' },
  ])
})

test('an operator who is not the legal representative needs a letter of authorisation', () => {
  const values = { ...enterprise, operator_name: '李明' }
  expect([isAgent(enterprise), isAgent(values), isAgent({})]).toEqual([false, true, false])
  expect(checkValues('enterprise', { ...values, authorisation: file(4) }, on)).toEqual([])
})

test('a sole trader may have no registration number', () => {
  const { registration_number: _, ...values } = business
  expect(checkValues('sole_trader', values, on)).toEqual([])
})

test('values are spelt in one way before they are checked', () => {
  expect(
    spellValues('enterprise', {
      ...enterprise,
      name: '  云帆速递　有限公司 ',
      uscc: ' 91999999e jgc9p6n5t ',
      id_number: '９９９９９９１９９００１０１００１６',
      operator_phone: '+86 138-0013 8000',
      website: 'ignored.example',
    }),
  ).toEqual({ ...enterprise, name: '云帆速递 有限公司' })
  expect(
    spellValues('business', { website: 'lumen.example', monthly_volume: '20,000', countries: ['sg', 'SG ', 'de'] }),
  ).toEqual({ website: 'https://lumen.example', monthly_volume: '20000', countries: ['SG', 'DE'] })
})

test('spelling values twice changes nothing', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...verificationTypes),
      fc.record({ name: fc.string(), website: fc.string(), id_number: fc.string(), monthly_volume: fc.string() }),
      (type, typed) => {
        const once = spellValues(type, typed)
        expect(spellValues(type, once)).toEqual(once)
      },
    ),
  )
})

test('no text makes the rules throw or lets a wrong number pass', () => {
  fc.assert(
    fc.property(fc.constantFrom(...verificationTypes), fc.string(), (type, text) => {
      const values = Object.fromEntries(fieldsOf(type).map((field) => [field, field === 'countries' ? [text] : text]))
      const refused = checkValues(type, spellValues(type, values), on).map(({ field }) => field)
      expect(refused).toContain(type === 'individual' || type === 'enterprise' ? 'id_number' : 'id_document')
    }),
  )
})

describe('the texts of reasons', () => {
  test.each(reasonCodes)('%s has a sentence and a remedy in both languages', (code) => {
    const english = reasonText({ field: 'name', code }, 'en')
    const chinese = reasonText({ field: 'name', code }, 'zh-CN')
    expect(`${english.what}${english.remedy}`).not.toMatch(/\p{Script=Han}/u)
    for (const text of Object.values(chinese)) expect(text).toMatch(/\p{Script=Han}/u)
    for (const text of Object.values(english)) expect(text).toMatch(/^[A-Z].*\.$/)
  })

  test('the text of a length names the bounds of its field', () => {
    expect(reasonText({ field: 'use_case', code: 'length' }, 'en')).toEqual({
      what: 'The length doesn’t fit.',
      remedy: 'Use 10 to 300 characters.',
    })
    expect(reasonText({ field: 'name', code: 'length' }, 'zh-CN').remedy).toBe('请使用 2 至 100 个字符。')
  })

  test('the remedy of a field that no document shows names no document', () => {
    const remedies = (['website', 'monthly_volume', 'operator_phone', 'industry'] as const).map(
      (field) => reasonText({ field, code: 'form' }, 'en').remedy,
    )
    expect(remedies).toEqual([
      'Enter it like example.com.',
      'Enter a whole number from 1 to 100,000,000.',
      'Check the number.',
      'Choose it from the list.',
    ])
  })
})

import { expect, test } from 'vitest'
import { differences, type Draft, emptyDraft, formOf } from './draft.ts'

const draft: Draft = {
  ...emptyDraft('us'),
  name: 'LumenPost',
  industry: 'ECOMMERCE',
  evidence: { registration_number: '201912345K', licence: 'a', domain: 'lumen.example', owner_licence: 'b' },
}

test('evidence of another kind of source stays on screen and out of the call', () => {
  expect(formOf(draft).evidence).toEqual({ registration_number: '201912345K', licence: 'a' })
  expect(formOf({ ...draft, kind: 2 }).evidence).toEqual({ domain: 'lumen.example' })
  expect(formOf({ ...draft, usage: 'third_party' }).evidence).toMatchObject({ owner_licence: 'b' })
})

test('a new form goes where its account is', () => {
  expect([emptyDraft('us').regions, emptyDraft('cn').regions]).toEqual([['intl'], ['cn']])
})

test('two drafts differ in fields and texts, not in files', () => {
  const other: Draft = {
    ...draft,
    purpose: 'Other',
    evidence: { ...draft.evidence, registration_number: '1', licence: 'c' },
  }
  expect(differences(draft, draft)).toEqual([])
  expect(differences(draft, other)).toEqual(['purpose', 'registration_number'])
})

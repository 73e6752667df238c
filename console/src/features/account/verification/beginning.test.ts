import type { Submission, Verification } from '@hongyan/contract/endpoints/account/verification'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { expect, test } from 'vitest'
import { beginningOf, initialOf } from './beginning.ts'

const [licence, refused, sharp] = [
  '0198a000-0000-7000-8000-00000000000a',
  '0198a000-0000-7000-8000-00000000000b',
  '0198a000-0000-7000-8000-00000000000c',
]
const document = (field: 'licence' | 'id_front', id: string) => ({ field, id, name: `${field}.png` })
const rejected: Submission = {
  id: '0198a000-0000-7000-8000-000000000001' as Submission['id'], // an id as the server makes them
  version: 1,
  type: 'enterprise',
  scenes: [1, 2, 3],
  status: ReviewStatus.ManualRejected,
  values: { name: '鸿**', operator_phone: '139****9000', address: 'Jimei Road 1' },
  documents: [document('licence', licence), document('id_front', refused)],
  submitted_at: '2026-11-19T00:00:00.000Z',
  decided_at: '2026-11-20T00:00:00.000Z',
  reasons: [{ field: 'id_front', code: 'document_blurry', what: '', remedy: '' }],
  valid_until: null,
  grace_until: null,
}
const draft: NonNullable<Verification['draft']> = {
  type: 'enterprise',
  values: { operator_phone: '13900139001', address: 'Jimei Road 2' },
  documents: [document('licence', licence), document('id_front', sharp)],
  saved_at: '2026-11-20T00:00:01.000Z',
}

const documentOf = (beginning: ReturnType<typeof beginningOf>, field: string) =>
  beginning.documents.find((each) => each.field === field)?.id

test('a repair begins with the draft from after the decision, and masks only the values that the draft has not', () => {
  const beginning = beginningOf({ draft }, rejected, 'enterprise')
  expect(beginning.values).toEqual({ name: '鸿**', operator_phone: '13900139001', address: 'Jimei Road 2' })
  expect(initialOf(beginning, 'operator_phone')).toBe('13900139001')
  expect(initialOf(beginning, 'address')).toBe('Jimei Road 2')
  expect([initialOf(beginning, 'name'), beginning.masked.has('name')]).toEqual(['', true])
  expect([documentOf(beginning, 'licence'), documentOf(beginning, 'id_front')]).toEqual([licence, sharp])
})

test('a repair begins without a draft of another type, from before the decision, or none', () => {
  const drafts = [null, { ...draft, type: 'individual' }, { ...draft, saved_at: '2026-11-19T23:59:59.000Z' }] as const
  for (const each of drafts) {
    const beginning = beginningOf({ draft: each }, rejected, 'enterprise')
    expect(beginning.values).toEqual(rejected.values)
    expect(initialOf(beginning, 'operator_phone')).toBe('')
    expect([documentOf(beginning, 'licence'), documentOf(beginning, 'id_front')]).toEqual([licence, undefined])
  }
})

test('a new form begins with the draft of its type, of which no value is masked', () => {
  const beginning = beginningOf({ draft }, null, 'enterprise')
  expect(beginning).toEqual({ values: draft.values, documents: draft.documents, masked: new Set(), kept: new Set() })
  expect(beginningOf({ draft }, null, 'individual').values).toEqual({})
})

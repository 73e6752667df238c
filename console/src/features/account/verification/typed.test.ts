import type { Submission } from '@hongyan/contract/endpoints/account/verification'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { expect, test } from 'vitest'
import { keptFields, messageOf, refusedFields, typedValues } from './typed.ts'

const on = { today: '2026-11-20', isCountry: () => true }
const rejected: Submission = {
  id: '0198a000-0000-7000-8000-000000000001' as Submission['id'], // an id as the server makes them
  version: 1,
  type: 'individual',
  scenes: [1, 2],
  status: ReviewStatus.ManualRejected,
  values: { name: '陈**', id_number: '9****************6' },
  documents: [],
  submitted_at: '2026-11-19T00:00:00.000Z',
  decided_at: '2026-11-20T00:00:00.000Z',
  reasons: [{ field: 'id_number', code: 'number_mismatch', what: '', remedy: '' }],
  valid_until: null,
  grace_until: null,
}

test('a repaired form keeps the values that nobody objected to, and needs the others again', () => {
  const kept = keptFields(rejected)
  expect([...kept]).toEqual(['name'])
  expect(refusedFields('individual', {}, kept, on)).toEqual([{ field: 'id_number', code: 'required' }])
  expect(refusedFields('individual', { name: 'x', id_number: '999999199001010016' }, kept, on)).toEqual([
    { field: 'name', code: 'length' },
  ])
})

test('empty fields and fields of other forms are left out of the typed values, and countries are a list', () => {
  expect(typedValues('individual', { name: ' ', id_number: '123', website: 'lumen.example' })).toEqual({
    id_number: '123',
  })
  expect(typedValues('business', { countries: 'SG,US', country: '' })).toEqual({ countries: ['SG', 'US'] })
})

test('a message is the cause and the remedy, in the spelling of its language', () => {
  const reason = { field: 'name', code: 'required' } as const
  expect(messageOf(reason, 'en')).toBe('This field is required. Fill it in.')
  expect(messageOf(reason, 'zh-CN')).toBe('此项为必填项。请填写。')
})

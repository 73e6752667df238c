import { withOptOut, withoutOptOut } from '@hongyan/contract/senders/opt-out'
import { expect, test } from 'vitest'
import { destinationsAt, destinationSchedule } from './destinations.ts'
import type { OptOutRow } from './opt-out.ts'
import { additionsTo, operatorTexts } from './operator-texts.ts'
import { quietHours } from './quiet-rules.ts'
import { senderRules } from './shown-sender.ts'

const lasting = {
  senders: senderRules([], { number: '+12025550147', shortCode: '55501', mainland: '1069055501' }),
  operators: operatorTexts([]),
  quietHours: quietHours([], [], [], []),
}
const row = (change: Partial<OptOutRow>): OptOutRow => ({
  carrier: 'CMCC',
  scene: 3,
  phrase: '拒收请回复R',
  from: null,
  ...change,
})
const linesAt = (rows: readonly OptOutRow[], at: string) =>
  destinationsAt(destinationSchedule(lasting, rows), new Date(at)).optOut

test('a line without a beginning is always in force, in its scene alone', () => {
  expect(linesAt([row({})], '1970-01-01')).toEqual({ 1: '', 2: '', 3: '拒收请回复R' })
})

test('a line with a beginning is in force from that moment on', () => {
  const rows = [row({}), row({ scene: 2, from: new Date('2027-05-01T00:00:00+08:00') })]
  expect(linesAt(rows, '2027-04-30T15:59:59.999Z')[2]).toBe('')
  expect(linesAt(rows, '2027-04-30T16:00:00Z')).toEqual({ 1: '', 2: '拒收请回复R', 3: '拒收请回复R' })
})

test('a text to +86 ends with the longest of the carriers’ opt-out lines', () => {
  const rows = [
    row({ phrase: 'R' }),
    row({ carrier: 'CUCC', phrase: '退订回R' }),
    row({ carrier: 'CTCC', phrase: 'TD' }),
  ]
  expect(linesAt(rows, '2026-11-20')[3]).toBe('退订回R')
})

test('a text ends with its opt-out line once', () => {
  expect(withOptOut('新品上市', '拒收请回复R')).toBe('新品上市拒收请回复R')
  expect(withOptOut('新品上市，拒收请回复R', '拒收请回复R')).toBe('新品上市，拒收请回复R')
  expect(withOptOut('新品上市', '')).toBe('新品上市')
  expect(withOptOut('新品上市【鸿雁】', '拒收请回复R')).toBe('新品上市拒收请回复R【鸿雁】')
})

test('a text is compared without the opt-out line in force and the comma before it', () => {
  expect(withoutOptOut('新品上市，拒收请回复R', '拒收请回复R')).toBe('新品上市')
  expect(withoutOptOut('新品上市。拒收请回复R', '拒收请回复R')).toBe('新品上市。')
  expect(withoutOptOut('新品上市', '拒收请回复R')).toBeNull()
  expect(withoutOptOut('新品上市', '')).toBeNull()
})

test('a text that operators add holds for its country and scene', () => {
  const stop = { iso2: 'FR', scene: 3, place: 'after', text: ' STOP', ifMissing: true } as const
  const web = { iso2: 'KR', scene: null, place: 'before', text: '[Web]', ifMissing: false } as const
  const texts = operatorTexts([stop, web])
  expect(additionsTo(texts, 'FR', 3)).toEqual([stop])
  expect(additionsTo(texts, 'FR', 2)).toEqual([])
  expect(additionsTo(texts, 'KR', 1)).toEqual([web])
  expect(additionsTo(texts, 'GB', 3)).toEqual([])
})

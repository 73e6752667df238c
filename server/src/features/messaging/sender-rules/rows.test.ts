import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { mainlandCarriers } from '@hongyan/contract/vocabulary/filing'
import { expect, test } from 'vitest'
import { dataFile } from '../../../data/data-file.ts'
import { readOperatorRows } from './operator-rows.ts'
import { readOptOutRows } from './opt-out-rows.ts'
import { readSenderRules } from './rows.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sender-rules-'))
const fileOf = (text: string): string => {
  const file = path.join(folder, 'rows.csv')
  writeFileSync(file, text)
  return file
}

test('all 173 sender rules have a country, a source, a confidence and a date', () => {
  const rules = readSenderRules(dataFile('sender-rules.csv'))
  expect(rules).toHaveLength(173)
  for (const { source, confidence, checked_on } of rules) {
    expect(source).toMatch(/^https:\/\//)
    expect(['high', 'medium', 'low']).toContain(confidence)
    expect(checked_on).toMatch(/^2026-\d\d-\d\d$/)
  }
  expect(rules.filter(({ confidence }) => confidence === 'low')).toHaveLength(13)
})

test('rules state how names compare and which receipts come, where a source says so', () => {
  const of = (column: 'names_case' | 'dlr') =>
    readSenderRules(dataFile('sender-rules.csv'))
      .filter((rule) => rule[column] !== null)
      .map((rule) => `${rule.iso2} ${rule[column]}`)
  expect(of('names_case')).toEqual(['AU insensitive', 'ES sensitive'])
  expect(of('dlr')).toEqual(['BR network', 'VN network'])
})

test('marketing ends with the opt-out line at every mainland carrier, codes and notifications at one from 2027-05-01', () => {
  const rows = readOptOutRows(dataFile('cn-optout.csv'))
  const always = rows.filter(({ from }) => from === null)
  expect(always.map(({ carrier, scene, phrase }) => [carrier, scene, phrase])).toEqual(
    mainlandCarriers.map((carrier) => [carrier, 3, '拒收请回复R']),
  )
  expect(rows.filter(({ from }) => from !== null)).toMatchObject(
    [1, 2].map((scene) => ({ carrier: 'CUCC', scene, from: new Date('2027-04-30T16:00:00Z') })),
  )
})

test('operators add text in France to marketing alone, and in three countries to every message', () => {
  const rows = readOperatorRows(dataFile('operator-text.csv'))
  expect(rows.map(({ iso2, scene, place, ifMissing }) => [iso2, scene, place, ifMissing])).toEqual([
    ['FR', 3, 'after', true],
    ['KR', null, 'before', false],
    ['MY', null, 'before', true],
    ['TR', null, 'after', false],
  ])
})

test('a row of operators’ texts with an unknown place stops the start', () => {
  const header = 'country,scene,place,text,if_missing,source,confidence,checked_on'
  const file = fileOf(`${header}\nFR,,beside,STOP,yes,a page,low,2026-11-22`)
  expect(() => readOperatorRows(file)).toThrow(/row 1: place/)
})

const HEADER = 'carrier,scene,phrase,from,source,confidence,checked_on'
test.each([
  ['an unknown carrier', `${HEADER}\nABC,3,R,,a page,low,2026-11-22`, /row 1: carrier/],
  ['an unknown scene', `${HEADER}\nCMCC,4,R,,a page,low,2026-11-22`, /row 1: scene/],
  ['no phrase', `${HEADER}\nCMCC,3,,,a page,low,2026-11-22`, /row 1: phrase/],
  ['a day that is none', `${HEADER}\nCMCC,3,R,2027-02-30,a page,low,2026-11-22`, /row 1: from/],
  ['no source', `${HEADER}\nCMCC,3,R,,,low,2026-11-22`, /row 1: source/],
  ['too few columns', `${HEADER}\nCMCC,3`, /is no CSV file/],
])('a file of opt-out lines with %s stops the start with its row', (_, text, sentence) => {
  expect(() => readOptOutRows(fileOf(text))).toThrow(sentence)
})

test('a missing file stops the start', () => {
  expect(() => readOptOutRows(path.join(folder, 'none.csv'))).toThrow(/none\.csv cannot be read/)
})

test('two rules for one country stop the start', () => {
  const columns = Object.keys(readSenderRules(dataFile('sender-rules.csv'))[0] ?? {})
  const row = 'FR,yes,yes,yes,yes,none,,,,,,,a page,high,,,,2026-11-22'
  expect(() => readSenderRules(fileOf([columns.join(','), row, row].join('\n')))).toThrow(/two rules for FR/)
})

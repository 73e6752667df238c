import type { SenderWarning, ShownKind } from '@hongyan/contract/vocabulary/sender-rule'
import { expect, test } from 'vitest'
import { dataFile } from '../data/data-file.ts'
import { readSenderRules } from '../features/messaging/sender-rules/rows.ts'
import { approved, type SenderRule, senderRules, shownSender } from './shown-sender.ts'

const shared = { number: '+12025550147', shortCode: '55501', mainland: '1069055501' }
const rule: SenderRule = {
  iso2: 'FR',
  alpha: 'yes',
  numeric: 'yes',
  short_code: 'yes',
  replaced_by: null,
  shown_instead: null,
  confidence: 'high',
  checked_on: '2026-11-22',
}
const acme = approved('Acme')
const shown = (change: Partial<SenderRule>, sender = acme as typeof acme | null) => {
  const own = { ...rule, ...change }
  return shownSender(senderRules([own], shared), own.iso2, sender)
}

interface Case {
  readonly rule: Partial<SenderRule>
  readonly name: string | null
  readonly kind: ShownKind
  readonly value: string
  readonly warning: SenderWarning | null
}

const sharedNumber = { kind: 'shared_number', value: shared.number } as const
const asAcme = { name: 'Acme', kind: 'name', value: 'Acme' } as const
const cases: Record<string, Case> = {
  'a country that shows names shows the name': { rule: {}, ...asAcme, warning: null },
  'a country that shows names shows the shared number without one': {
    rule: {},
    name: null,
    ...sharedNumber,
    warning: null,
  },
  'a country whose operators may replace names shows the name with a warning': {
    rule: { replaced_by: 'short code on one operator' },
    ...asAcme,
    warning: 'may_be_replaced',
  },
  'a country that registers names shows the shared number until then': {
    rule: { alpha: 'registered' },
    name: 'Acme',
    ...sharedNumber,
    warning: 'not_registered',
  },
  'a country whose operators replace unregistered names shows the replacement': {
    rule: { alpha: 'registered', shown_instead: 'random short code' },
    name: 'Acme',
    kind: 'replaced',
    value: 'random short code',
    warning: 'not_registered',
  },
  'a country without names shows the shared number': {
    rule: { alpha: 'no' },
    name: 'Acme',
    ...sharedNumber,
    warning: 'no_names',
  },
  'a country without names shows the replacement of its operators, with a name': {
    rule: { alpha: 'no', shown_instead: 'random local number' },
    name: 'Acme',
    kind: 'replaced',
    value: 'random local number',
    warning: 'no_names',
  },
  'a country without names shows the replacement of its operators, without a name': {
    rule: { alpha: 'no', shown_instead: 'random local number' },
    name: null,
    kind: 'replaced',
    value: 'random local number',
    warning: null,
  },
  'a country without numbers shows the short code': {
    rule: { alpha: 'no', numeric: 'not found' },
    name: null,
    kind: 'short_code',
    value: shared.shortCode,
    warning: null,
  },
  'a rule of low confidence keeps a name that it would refuse': {
    rule: { alpha: 'no', confidence: 'low' },
    ...asAcme,
    warning: 'uncertain',
  },
  'a rule of low confidence replaces no name': {
    rule: { alpha: 'registered', shown_instead: 'random short code', confidence: 'low' },
    ...asAcme,
    warning: 'uncertain',
  },
  'a Chinese name is no sender outside the mainland': {
    rule: {},
    name: '鸿雁',
    ...sharedNumber,
    warning: 'not_alphanumeric',
  },
  'a name of twelve characters is too long for a phone': {
    rule: {},
    name: 'Acme Support',
    ...sharedNumber,
    warning: 'not_alphanumeric',
  },
  'mainland China shows the carrier’s number, whatever the name': {
    rule: { iso2: 'CN', alpha: 'no', numeric: 'not found' },
    name: '鸿雁',
    kind: 'mainland',
    value: shared.mainland,
    warning: null,
  },
}

test.each(Object.entries(cases))('%s', (_, { rule: change, name, kind, value, warning }) => {
  const found = shown(change, name === null ? null : approved(name))
  expect(found).toMatchObject({ kind, value, warning })
  expect(found.rule).toEqual({
    iso2: change.iso2 ?? 'FR',
    checked_on: '2026-11-22',
    confidence: change.confidence ?? 'high',
  })
})

test('a name that is registered in a country is shown there', () => {
  const registered = { name: 'Acme', registeredIn: new Set(['FR']) }
  expect(shown({ alpha: 'registered', shown_instead: 'generic name' }, registered)).toMatchObject({
    kind: 'name',
    value: 'Acme',
    warning: null,
  })
})

test('a country without a rule shows the shared number, and warns of a name', () => {
  const rules = senderRules([], shared)
  const unknown = { kind: 'shared_number', value: shared.number, rule: null }
  expect(shownSender(rules, 'XX', null)).toEqual({ ...unknown, warning: null })
  expect(shownSender(rules, 'XX', acme)).toEqual({ ...unknown, warning: 'unknown_country' })
})

const rows = readSenderRules(dataFile('sender-rules.csv'))

test.each(rows.map((row) => [row.iso2, row] as const))(
  'the rule of %s always gives a sender, the same each time',
  (iso2, row) => {
    const rules = senderRules(rows, shared)
    for (const sender of [acme, null]) {
      const found = shownSender(rules, iso2, sender)
      expect(found.value.length).toBeGreaterThan(0)
      expect(found.rule).toEqual({ iso2, checked_on: row.checked_on, confidence: row.confidence })
      expect(shownSender(senderRules(rows, shared), iso2, sender)).toEqual(found)
      expect(found.kind === 'name').toBe(found.value === 'Acme')
    }
    expect(shownSender(rules, iso2, null).warning).toBeNull()
    if (row.confidence === 'low') expect(shownSender(rules, iso2, acme)).toMatchObject({ kind: 'name' })
    if (row.alpha !== 'yes' && row.confidence !== 'low') expect(shownSender(rules, iso2, acme).kind).not.toBe('name')
  },
)

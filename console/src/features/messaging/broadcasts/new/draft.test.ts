import { usualCanary } from '@hongyan/contract/usual-canary'
import { RecipientSource } from '@hongyan/contract/vocabulary/job'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { expect, test } from 'vitest'
import { acceptedBadOf, brokenPlan, draftOf, isQuoteOf, newDraft, planOf, readDraft, readWhole } from './draft.ts'

test('a number is read with the grouping and the digits that people type, and nothing else is one', () => {
  expect(['12480', '12,480', ' 12 480 ', '１２４８０', '12.480'].map(readWhole)).toEqual(Array(5).fill(12_480))
  expect(['1,234,567', '1’234’567', '１，２３４，５６７'].map(readWhole)).toEqual(Array(3).fill(1_234_567))
  expect(['', 'x', '-1', '1e3', '1234567890', '1,234,567,890'].map(readWhole)).toEqual(Array(6).fill(null))
})

test('a decimal number is no whole number, so its field shows the rule', () => {
  const typed = ['2.5', '2,5', '0.750', '12.48', '1.2345', '1,234.567']
  expect(typed.map(readWhole)).toEqual(typed.map(() => null))
  expect(brokenPlan({ ...newDraft, speed: '2.5', canary: '1.5', stopAbove: '2,5' })).toEqual({
    speed: 'broadcast_speed',
    canary: 'broadcast_canary',
    stop_above: 'broadcast_stop',
  })
  expect(acceptedBadOf({ ...newDraft, acceptedBad: '2.5' })).toBeNull()
})

test('by default a hundredth of the recipients is tried first, at most two hundred', () => {
  expect([5, 99, 100, 12_480, 1_000_000].map(usualCanary)).toEqual([0, 0, 1, 124, 200])
})

test('a new draft starts at once, as fast as it may, and stops when too many fail', () => {
  expect(planOf(newDraft, 12_480)).toEqual({
    time: 'now',
    at: null,
    local: null,
    window: null,
    speed: null,
    canary: 124,
    stop_above: 8,
  })
})

test('a draft with a field that breaks a rule has no plan, and the field is named', () => {
  const broken = {
    ...newDraft,
    time: 'at',
    hasWindow: true,
    from: '10:00',
    to: '10:30',
    speed: '0',
    canary: 'x',
  } as const
  expect(planOf(broken, 1)).toBe(null)
  expect(brokenPlan({ ...broken, stopAbove: '101' })).toEqual({
    at: 'broadcast_time',
    window: 'broadcast_window',
    speed: 'broadcast_speed',
    canary: 'broadcast_canary',
    stop_above: 'broadcast_stop',
  })
})

test('a draft begins with what an earlier broadcast was, and becomes its plan again', () => {
  const plan = {
    time: 'at',
    at: '2026-11-28T10:00:00.000Z',
    local: null,
    window: { from: '09:00', to: '21:00' },
    speed: 50,
    canary: 0,
    stop_above: null,
  } as const
  const message = {
    signature: null,
    template: null,
    text: 'The shop opens at nine.',
    scene: MessageScene.Notification,
    variables: {},
    accepted_bad: 5,
    unreached: 'send',
  } as const
  const draft = draftOf(newDraft, { message, plan, name: 'Opening' })
  expect(draft).toMatchObject({
    name: 'Opening',
    writes: 'text',
    text: message.text,
    acceptedBad: '5',
    unreached: 'send',
  })
  expect(planOf(draft, 500)).toEqual(plan)
})

test('the tab’s draft survives a reload, and what is no draft is a new one', () => {
  const draft = { ...newDraft, name: 'Black Friday', source: RecipientSource.File }
  expect(readDraft(JSON.stringify({ ...draft, unknown: 1 }))).toEqual(draft)
  expect(['', 'null', '{', '"x"'].map(readDraft)).toEqual(Array(4).fill(newDraft))
})

test('an estimate is of the choices whatever the order of their fields', () => {
  const wanted = {
    audience: 'a',
    message: {
      signature: null,
      template: 'pub_order_shipped_en',
      text: null,
      scene: MessageScene.Notification,
      variables: { name: { column: 'Name' }, order: { value: 'A1' } },
      accepted_bad: 0,
      unreached: 'skip',
    },
    plan: { time: 'now', at: null, local: null, window: null, speed: null, canary: 0, stop_above: 8 },
  } as const
  const { variables, ...message } = wanted.message
  const stored = { ...wanted, message: { variables: { order: variables.order, name: variables.name }, ...message } }
  expect(isQuoteOf(stored, wanted)).toBe(true)
  expect(isQuoteOf({ ...stored, plan: { ...wanted.plan, canary: 1 } }, wanted)).toBe(false)
})

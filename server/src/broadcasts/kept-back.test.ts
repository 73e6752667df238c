import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { expect, test } from 'vitest'
import { sceneSet } from '../pipeline/listed.ts'
import { countKeptBack, type MemberGroup } from './kept-back.ts'

const { Notification, Marketing } = MessageScene
const group = (part: Partial<MemberGroup>): MemberGroup => ({
  country: 'US',
  blocked: false,
  optedOut: 0,
  unreached: false,
  recipients: 1,
  ...part,
})

test('a member is kept back by one reason: the recipient list, then the country, then that it was not reached', () => {
  const everyReason = { blocked: true, optedOut: sceneSet([Marketing]), country: 'FR', unreached: true }
  const groups = [
    group({ ...everyReason, recipients: 5 }),
    group({ ...everyReason, blocked: false, recipients: 30 }),
    group({ country: 'FR', unreached: true, recipients: 200 }),
    group({ unreached: true, recipients: 1_000 }),
    group({ recipients: 70_000 }),
  ]
  const closed = new Set(['FR'])
  expect(countKeptBack(groups, closed, Marketing)).toEqual({
    blocked: 5,
    opted_out: 30,
    country: 200,
    unreached: 1_000,
  })
  // An opt-out from marketing keeps no notification back, but the closed country does.
  expect(countKeptBack(groups, closed, Notification)).toEqual({
    blocked: 5,
    opted_out: 0,
    country: 230,
    unreached: 1_000,
  })
})

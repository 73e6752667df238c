import { recipients } from '@hongyan/contract/endpoints/messaging/recipients'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newList } from '../../test/running-broadcasts.ts'
import { newWorld, type World } from '../../test/world.ts'
import { alone } from '../db/tx.ts'
import { sceneSet } from '../pipeline/listed.ts'
import { groupMembers } from './audience-members.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const numberOf = (n: number): string => `+1206${2_000_000 + n}`

test('members of a list that is longer than one statement reads are grouped as those of a short one', async () => {
  const owner = await world.account()
  const id = await newList(world, owner.id, [])
  await world.pool.query(
    `insert into audience_member (account_id, audience_id, row, recipient, country, cells, unreached)
     select $1, $2, 2 * n, '+1206' || 2000000 + n, case when n % 2 = 0 then 'US' else 'CA' end, '{}', n = 7
       from generate_series(1, 20010) n`,
    [owner.id, id],
  )
  const blocked = [2, 4, 20_002].map(numberOf)
  await owner.call(recipients.import, { body: { recipients: blocked, reason: 'block', note: '' } })
  // The number of the fourth row has both kinds of entries.
  const optedOut = [4, 9, 20_009].map(numberOf)
  const marketing = [MessageScene.Marketing]
  await owner.call(recipients.import, {
    body: { recipients: optedOut, reason: 'opt_out', scenes: marketing, note: '' },
  })
  const other = await world.account()
  await other.call(recipients.import, { body: { recipients: [numberOf(6)], reason: 'block', note: '' } })

  const groups = await groupMembers(alone(world.pool), { account: owner.id, id })
  const nobody = { blocked: false, optedOut: 0, unreached: false }
  const out = sceneSet(marketing)
  const expected = [
    { ...nobody, country: 'US', recipients: 10_002 },
    { ...nobody, country: 'US', blocked: true, recipients: 2 },
    { ...nobody, country: 'US', blocked: true, optedOut: out, recipients: 1 },
    { ...nobody, country: 'CA', recipients: 10_002 },
    { ...nobody, country: 'CA', optedOut: out, recipients: 2 },
    { ...nobody, country: 'CA', unreached: true, recipients: 1 },
  ]
  expect(groups).toHaveLength(expected.length)
  expect(groups).toEqual(expect.arrayContaining(expected))
})
